import { startPage } from '../parts/page';
import '../style/pictures.css';
import '../style/hall.css';
import { HallPage } from './HallPage';

startPage(HallPage);
