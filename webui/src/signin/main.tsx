import { startPage } from '../parts/page';
import '../style/staff.css';
import { RedeemPage } from './RedeemPage';

startPage(RedeemPage);
