import { startPage } from '../parts/page';
import '../style/projector.css';
import { ProjectorPage } from './ProjectorPage';

startPage(ProjectorPage);
