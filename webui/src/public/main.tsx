import { startPage } from '../parts/page';
import { stayServed } from '../wire/kiosks';
import '../style/staff.css';
import '../style/pictures.css';
import '../style/public.css';
import { PublicPage } from './PublicPage';

startPage(PublicPage);
stayServed();
