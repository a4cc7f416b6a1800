import { startPage } from '../parts/page';
import { stayServed } from '../wire/kiosks';
import '../style/staff.css';
import '../style/public.css';
import { MatchPage } from './MatchPage';

startPage(MatchPage);
stayServed();
