import { startPage } from '../parts/page';
import '../style/phone.css';
import { PhonePage } from './PhonePage';

startPage(PhonePage);
