import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'form', submit: 'Enviar' },
  full: {
    type: 'form',
    id: 'cadastro',
    title: 'Para onde enviamos o seu diagnóstico?',
    lead: 'Usamos seus dados só para entregar o resultado e falar com você sobre ele.',
    submit: 'Ver meu resultado',
    back: 'Voltar',
    busy: 'Processando…',
    notice: [
      'Ao enviar, você concorda com a ',
      { a: ['política de privacidade'], to: '/politicas-de-privacidade' },
      '.',
    ],
  },
} as const satisfies BlockExamples<'form'>;
