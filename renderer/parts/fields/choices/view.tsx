export { cards as choicesView } from '../../field-view.tsx';
