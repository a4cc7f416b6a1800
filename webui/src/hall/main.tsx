import { startPage } from '../parts/page';
import '../style/hall.css';
import { HallPage } from './HallPage';

startPage(HallPage);
