import { startPage } from '../parts/page';
startPage(() => null);
