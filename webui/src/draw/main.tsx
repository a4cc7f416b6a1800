import { startPage } from '../parts/page';
import { stayServed } from '../wire/kiosks';
import '../style/projector.css';
import { ProjectorPage } from './ProjectorPage';

startPage(ProjectorPage);
stayServed();
