import { startPage } from '../parts/page';
import '../style/staff.css';
import '../style/rules.css';
import { RulesPage } from './RulesPage';

startPage(RulesPage);
