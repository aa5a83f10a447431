import { line } from '../../field-view.tsx';

export const telView = line('tel');
