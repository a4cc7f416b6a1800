import { startPage } from '../parts/page';
import '../style/staff.css';
import '../style/referee.css';
import { RefereePage } from './RefereePage';

startPage(RefereePage);
