import { startPage } from '../parts/page';
import '../style/check.css';
import { CheckPage } from './CheckPage';

startPage(CheckPage);
