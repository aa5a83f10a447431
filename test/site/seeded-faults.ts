/**
 * Mistakes that growth teams make, one per kind, as edits of the site in `funnels/`. They were written before the checks.
 * `»` in the new text stands at the start of what a check has to point to; it is removed from the file.
 */

/** One mistake. */
export interface SeededFault {
  readonly mistake: string;
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** The code that reports it. */
  readonly code: string;
  /** The start of the line to point to, if it is not in the new text. */
  readonly at?: string;
}

const fault = (
  mistake: string,
  code: string,
  file: string,
  before: string,
  after: string,
  at?: string,
): SeededFault => ({ mistake, file, before, after, code, ...(at === undefined ? {} : { at }) });

export const seededFaults: readonly SeededFault[] = [
  fault(
    'a step leads to a misspelt step',
    'step-unknown',
    'aplicacao/aplicacao.flow.yaml',
    'next: prioridades',
    'next: »prioridade',
  ),
  fault(
    'no step leads to a step any more',
    'step-unreachable',
    'workshop/inscricao.flow.yaml',
    "      - { when: facts.offer.workshop.signUp == 'older', to: antigo }\n",
    '',
    '  antigo:',
  ),
  fault(
    'a step leads nowhere and is not marked final',
    'step-dead-end',
    'workshop/inscricao.flow.yaml',
    '  esperando:\n    show:\n      - type: notice\n        tone: success\n        title: Você está na lista\n        body: Quando a próxima turma tiver data, avisamos você primeiro, por e-mail e WhatsApp.\n    final: true\n',
    '  »esperando:\n    show:\n      - type: notice\n        tone: success\n        title: Você está na lista\n        body: Quando a próxima turma tiver data, avisamos você primeiro, por e-mail e WhatsApp.\n',
  ),
  fault(
    'a waiting step waits for itself, for ever',
    'step-endless-loop',
    'consultoria/agendar.flow.yaml',
    'next: dados',
    'next: »verificando',
  ),
  fault(
    'a submission has no message for a failure',
    'shape-missing-key',
    'aplicacao/aplicacao.flow.yaml',
    "    submit:\n      calls:\n        - post: /api/form-aplicacao\n          with:\n            etapa: 2\n            origem: 'null'\n      onError: { alert: 'Houve um erro ao salvar seus dados. Por favor, tente novamente.' }\n",
    "    »submit:\n      calls:\n        - post: /api/form-aplicacao\n          with:\n            etapa: 2\n            origem: 'null'\n",
  ),
  fault(
    'a call gives up before a phone can answer: seconds are written as milliseconds',
    'timeout-short',
    'consultoria/agendar.flow.yaml',
    '    submit:\n      calls:',
    '    submit:\n      timeout: »10ms\n      calls:',
  ),
  fault(
    'a call to an intake that does not exist',
    'endpoint-unknown',
    'guia/guia.flow.yaml',
    'post: /api/ebook-lead',
    'post: »/api/ebook-leads',
  ),
  fault(
    'a failure is to be shown at a form that the step does not have',
    'inline-without-form',
    'diagnostico/diagnostico.flow.yaml',
    "      onError: { toast: Erro ao carregar resultados, text: 'Por favor, tente novamente mais tarde.' }",
    "      onError: { »inline: 'Por favor, tente novamente mais tarde.' }",
  ),
  fault(
    'two options have the same value',
    'option-twice',
    'aplicacao/motivacao.form.yaml',
    '{ value: duvida, label: Ainda tenho dúvidas }',
    '{ value: »sim, label: Ainda tenho dúvidas }',
  ),
  fault(
    'a choice with one option',
    'shape-bounds',
    'aplicacao/prioridades.form.yaml',
    "    options:\n      - { value: sim, label: 'Sim, é o que procuro' }\n      - { value: talvez, label: 'Talvez, quero entender melhor' }\n      - { value: nao_sei, label: Ainda não sei dizer }\n",
    "    »options:\n      - { value: sim, label: 'Sim, é o que procuro' }\n",
  ),
  fault(
    'the name of a lead is not validated: an empty one is stored',
    'field-without-rules',
    'guia/guia.form.yaml',
    "  name:\n    type: text\n    label: Nome completo\n    placeholder: Seu nome completo\n    autocomplete: name\n    pii: name\n    maxLength: 120\n    rules:\n      - { rule: required, message: 'Por favor, informe seu nome completo.' }\n",
    '  »name:\n    type: text\n    label: Nome completo\n    placeholder: Seu nome completo\n    autocomplete: name\n    pii: name\n',
  ),
  fault(
    'a required field has no message',
    'shape-missing-key',
    'cadastro-consultoria/cadastro-consultoria.form.yaml',
    '{ rule: required, message: E-mail é obrigatório }',
    '»{ rule: required }',
  ),
  fault(
    'a consent is ticked beforehand',
    'consent-field',
    'guia/guia.form.yaml',
    'consent:\n  purpose: contato\n  mechanism: notice\n  text: Ao pedir o guia, você concorda com a Política de privacidade e aceita receber o material e contatos relacionados.\n',
    '  aceite:\n    type: checkbox\n    label: Aceito receber contatos relacionados.\n    »default: true\n    rules:\n      - { rule: accepted, message: É preciso aceitar. }\nconsent:\n  purpose: contato\n  mechanism: checkbox\n  field: aceite\n  text: Aceito receber contatos relacionados.\n',
  ),
  fault(
    'a telephone number is not marked as personal',
    'field-personal',
    'diagnostico/identificacao.form.yaml',
    '  wa:\n    type: tel\n    label: WhatsApp com DDD\n    placeholder: (00) 00000-0000\n    autocomplete: tel\n    mask: phone-br\n    submitAs: text                     # the phone as it is formatted\n    pii: phone\n',
    '  »wa:\n    type: tel\n    label: WhatsApp com DDD\n    placeholder: (00) 00000-0000\n    autocomplete: tel\n    mask: phone-br\n    submitAs: text                     # the phone as it is formatted\n',
  ),
  fault(
    'a default that is not among the options',
    'field-default',
    'aplicacao/presenca.form.yaml',
    '    type: choice\n    label: Como você avalia a sua autoridade na internet?\n',
    '    type: choice\n    label: Como você avalia a sua autoridade na internet?\n    default: »otima\n',
  ),
  fault(
    'a minimum above the maximum',
    'rule-range',
    'guia/guia.form.yaml',
    'rule: digits, min: 10, max: 11',
    'rule: digits, »min: 11, max: 10',
  ),
  fault(
    'a timer sends personal data without a click',
    'timer-sends',
    'guia/guia.flow.yaml',
    '    delay: 4s\n    next: parabens\n',
    '    delay: 4s\n    next: gravando\n\n  gravando:\n    fetch:\n      calls:\n        - { »post: /api/ebook-lead }\n      onError: { alert: Não foi possível gravar. }\n    show:\n      - { type: actions, actions: [{ label: Continuar, send: go }] }\n    on:\n      go: { to: parabens }\n',
  ),
  fault(
    'a step waits for an event that no button sends',
    'event-unsent',
    'aplicacao/aplicacao.flow.yaml',
    "        submit: Avançar\n        busy: Salvando...\n        back: Voltar\n    submit:\n      calls:\n        - post: /api/form-aplicacao\n          with:\n            etapa: 2\n            origem: 'null'\n      onError: { alert: 'Houve um erro ao salvar seus dados. Por favor, tente novamente.' }\n      onSuccess:\n        track: { name: FormStepCompleted, idPrefix: etapa, params: { step_number: 2, step_name: \"'Presença digital'\", form_name: \"'form_aplicacao'\", progress_percentage: 50 } }\n    on:\n      back: { to: contato }",
    "        submit: Avançar\n        busy: Salvando...\n    submit:\n      calls:\n        - post: /api/form-aplicacao\n          with:\n            etapa: 2\n            origem: 'null'\n      onError: { alert: 'Houve um erro ao salvar seus dados. Por favor, tente novamente.' }\n      onSuccess:\n        track: { name: FormStepCompleted, idPrefix: etapa, params: { step_number: 2, step_name: \"'Presença digital'\", form_name: \"'form_aplicacao'\", progress_percentage: 50 } }\n    on:\n      »back: { to: contato }",
  ),
  fault(
    'a button sends an event that the step does not handle',
    'event-unhandled',
    'guia/guia.flow.yaml',
    'send: again }',
    'send: »agian }',
  ),
  fault(
    'the score reads an answer that no question gives',
    'expression-out-of-range',
    'diagnostico/diagnostico.flow.yaml',
    'AUTORIDADE: answers[3]',
    'AUTORIDADE: »answers[4]',
  ),
  fault(
    'two screens write one answer: a copied field kept its name',
    'field-asked-twice',
    'aplicacao/motivacao.form.yaml',
    '  contato_preferido:\n    type: choice\n',
    '  »autoridade_online:\n    type: choice\n',
  ),
  fault(
    'no visitor reaches the maximum of the score',
    'score-maximum',
    'diagnostico/diagnostico.flow.yaml',
    "score: { value: 'percent(sum(answers), 40)' }",
    "score: { value: »'percent(sum(answers), 50)' }",
  ),
  fault(
    'a gap between two levels',
    'band-otherwise',
    'diagnostico/diagnostico.flow.yaml',
    "ranges: { VISIVEL: '>= 70', INTERMEDIARIO: '>= 40', CRITICO: otherwise }",
    "ranges: { VISIVEL: '>= 70', INTERMEDIARIO: '>= 40', CRITICO: »'< 35' }",
  ),
  fault(
    'a level above hides a level below it',
    'band-unreachable',
    'diagnostico/diagnostico.flow.yaml',
    "ranges: { VISIVEL: '>= 70', INTERMEDIARIO: '>= 40', CRITICO: otherwise }",
    "ranges: { INTERMEDIARIO: '>= 40', VISIVEL: »'>= 70', CRITICO: otherwise }",
  ),
  fault(
    'a level that no set of answers gives',
    'band-unanswered',
    'diagnostico/diagnostico.flow.yaml',
    "ranges: { VISIVEL: '>= 70', INTERMEDIARIO: '>= 40', CRITICO: otherwise }",
    "ranges: { VISIVEL: '>= 70', INTERMEDIARIO: »'>= 64', CRITICO: otherwise }",
  ),
  fault(
    'a level has no text for one of the pillars',
    'texts-uneven',
    'diagnostico/diagnostico.flow.yaml',
    '    CRITICO:\n      IDENTIDADE:\n        title: Primeiros passos do perfil profissional',
    '    »CRITICO:\n      IDENTIDADES:\n        title: Primeiros passos do perfil profissional',
  ),
  fault(
    'the branch without a condition comes first',
    'branch-else-early',
    'workshop/inscricao.flow.yaml',
    '      - { when: redirectUrl != null, to: pagamento }\n      - { to: fechado }\n',
    '      - »{ to: fechado }\n      - { when: redirectUrl != null, to: pagamento }\n',
  ),
  fault(
    'a picture that does not exist',
    'asset-missing',
    'consultoria/consultoria.page.yaml',
    'image: consultoria/assets/hero.svg',
    'image: »consultoria/assets/heroi.svg',
  ),
  fault(
    'a link to an anchor that the page does not have',
    'link-unknown-anchor',
    'consultoria/consultoria.page.yaml',
    "{ label: Resultados, to: '#resultados' }\n    menu:",
    "{ label: Resultados, to: »'#resultado' }\n    menu:",
  ),
  fault(
    'a link to a page that does not exist',
    'link-unknown-route',
    'geral/topo.part.yaml',
    'to: /diagnostico }',
    'to: »/diagnostiko }',
  ),
  fault(
    'a button opens a dialog that the page does not have',
    'overlay-unknown',
    'consultoria/consultoria.page.yaml',
    "label: 'Quero um perfil assim', open: agendar",
    "label: 'Quero um perfil assim', open: »agenda",
  ),
  fault(
    'two pages on one path',
    'route-taken',
    'legal/politica-de-reembolso.page.yaml',
    'paths: [/politica-de-reembolso]',
    'paths: [/politica-de-reembolso, »/termos-de-uso]',
  ),
  fault(
    'a redirect back to the step that it comes from',
    'redirect-back',
    'cadastro-consultoria/cadastro-consultoria.flow.yaml',
    '      to: /consultoria\n',
    '      to: »/cadastro-consultoria\n',
  ),
  fault(
    'a count in the copy that differs from the number of questions',
    'count-differs',
    'diagnostico/diagnostico.flow.yaml',
    "'{{ facts.diagnostic.questions }} perguntas'",
    '»3 perguntas',
  ),
  fault('a total that its parts do not add up to', 'total-differs', 'site.yaml', 'total: 123800', 'total: »123900'),
  fault(
    'the date of an event has passed',
    'event-past',
    'site.yaml',
    '  # accept event-past: the specification names this date, and goes on selling after it\n  workshop:\n',
    '  »workshop:\n',
  ),
  fault(
    'a tracking event carries an e-mail address',
    'track-personal',
    'guia/guia.flow.yaml',
    'content_category: "\'guia\'", src: visit.src',
    'content_category: "\'guia\'", contact: »email, src: visit.src',
  ),
  fault(
    'a pattern that takes exponential time',
    'regex-slow',
    'guia/guia.form.yaml',
    "{ rule: required, message: 'Por favor, informe seu nome completo.' }",
    "{ rule: required, message: 'Por favor, informe seu nome completo.' }\n      - { rule: pattern, pattern: »'^([a-z]+ ?)+$', message: Escreva o nome em letras. }",
  ),
  fault(
    'a price in the copy that contradicts the facts',
    'price-not-a-fact',
    'consultoria/agendar.flow.yaml',
    'de {{ facts.offer.consultancy.price | brlShort }}, é feito',
    '»de R$ 187, é feito',
  ),
  fault(
    'an expression whose braces are not closed, which visitors would read',
    'expression-unclosed-braces',
    'guia/guia.flow.yaml',
    'title: Guia estratégico para advogadas',
    "title: »'Guia da {{ site.name } para advogadas'",
  ),
];
