export { cards as choiceView } from '../../field-view.tsx';
