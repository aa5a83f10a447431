import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'calendar', entry: 'workshop', googleLabel: 'Google Agenda', fileLabel: 'Outro calendário' },
  full: {
    type: 'calendar',
    id: 'agenda',
    title: 'Reserve a manhã na sua agenda',
    entry: 'workshop',
    googleLabel: 'Adicionar ao Google Agenda',
    fileLabel: 'Baixar para outro calendário (.ics)',
    note: 'O arquivo .ics abre no Outlook, no Calendário da Apple e na maioria dos aplicativos.',
  },
} as const satisfies BlockExamples<'calendar'>;
