import { startPage } from '../parts/page';
import { offerElsewhere } from '../wire/kiosks';
import '../style/staff.css';
import '../style/kiosk.css';
import '../style/drawing.css';
import '../style/pictures.css';
import { KioskPage } from './KioskPage';

startPage(KioskPage);
offerElsewhere();
