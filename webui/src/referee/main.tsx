import { startPage } from '../parts/page';
import { offerElsewhere } from '../wire/kiosks';
import '../style/staff.css';
import '../style/referee.css';
import { RefereePage } from './RefereePage';

startPage(RefereePage);
offerElsewhere();
