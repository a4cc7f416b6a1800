import { startPage } from '../parts/page';
import '../style/staff.css';
import '../style/public.css';
import { MatchPage } from './MatchPage';

startPage(MatchPage);
