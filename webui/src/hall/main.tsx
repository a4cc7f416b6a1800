import { startPage } from '../parts/page';
import { stayServed } from '../wire/kiosks';
import '../style/pictures.css';
import '../style/hall.css';
import { HallPage } from './HallPage';

startPage(HallPage);
stayServed();
