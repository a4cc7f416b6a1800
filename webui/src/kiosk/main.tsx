import { startPage } from '../parts/page';
import '../style/staff.css';
import '../style/kiosk.css';
import { KioskPage } from './KioskPage';

startPage(KioskPage);
