/** Edits of the site that break a submission, an answer's way or an ending, and edits that no visitor notices but by reading. */
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import type { Edit } from '../harness/funnels-copy.ts';

const [quiz, quizApi, person] = [
  'diagnostico/diagnostico.flow.yaml',
  'diagnostico/diagnostico.api.yaml',
  'diagnostico/identificacao.form.yaml',
];
const [application, applicationApi] = ['aplicacao/aplicacao.flow.yaml', 'aplicacao/aplicacao.api.yaml'];
const [signUp, workshopApi] = ['workshop/inscricao.flow.yaml', 'workshop/workshop.api.yaml'];
const [guide, guideApi, guideForm] = ['guia/guia.flow.yaml', 'guia/guia.api.yaml', 'guia/guia.form.yaml'];
const [session, consulting] = ['consultoria/agendar.flow.yaml', 'cadastro-consultoria/cadastro-consultoria.flow.yaml'];

/** By what breaks: what names it, and the edits. */
export const breakingEdits: Readonly<
  Record<string, readonly [namedBy: 'check' | 'impact', ...edits: readonly Edit[]]>
> = {
  // Submissions.
  'an intake takes fewer answers': ['check', [quizApi, 'length: 4', 'length: 3']],
  'an intake takes more answers': ['check', [quizApi, 'length: 4', 'length: 5']],
  'an intake takes other points': ['check', [quizApi, 'allowed: [0, 5, 10], length', 'allowed: [0, 5], length']],
  'an intake takes lower scores': ['check', [quizApi, 'min: 0, max: 100', 'min: 0, max: 90']],
  'an intake knows fewer levels': [
    'check',
    [quizApi, 'of: [VISIVEL, INTERMEDIARIO, CRITICO] }\n      focus', 'of: [VISIVEL, INTERMEDIARIO] }\n      focus'],
  ],
  'an intake wants a number': [
    'check',
    [guideApi, 'src: { type: text, maxLength: 200, optional: true }', 'src: { type: number }'],
  ],
  'an intake wants what nobody sends': [
    'check',
    [
      applicationApi,
      '      origem: { type: text',
      '      cidade: { type: text, maxLength: 80 }\n      origem: { type: text',
    ],
  ],
  'an intake takes another form': ['check', [workshopApi, 'form: inscricao\n', 'form: aplicacao-contato\n']],
  'an intake knows a step less': ['check', [applicationApi, 'allowed: [1, 2, 3, 4]', 'allowed: [1, 2, 3]']],
  'an intake is asked for another step': ['check', [application, 'etapa: 3\n', 'etapa: 7\n']],
  'an intake has another path': ['check', [guideApi, 'post: /api/ebook-lead', 'post: /api/guia-lead']],
  'a call goes to another intake': ['check', [guide, 'post: /api/ebook-lead', 'post: /api/leads']],
  'an intake is closed': [
    'impact',
    [workshopApi, "when: calendar.workshop.phase == 'before'", "when: calendar.workshop.phase == 'after'"],
  ],
  'an intake is closed for most': ['impact', [guideApi, '    dedupe:', "    when: src == 'feira'\n    dedupe:"]],
  'a value that an intake wants is sent as nothing': ['check', [signUp, 'event: "\'workshop\'"', "event: 'null'"]],
  'a score is out of another total': ['impact', [quiz, 'percent(sum(answers), 40)', 'percent(sum(answers), 50)']],
  // The way of an answer.
  'an answer is left out': [
    'check',
    [
      quiz,
      'answers: { type: list, of: number, allowed: [0, 5, 10], length: 4 }',
      'answers: { type: list, of: number, allowed: [0, 5, 10], length: 3 }',
    ],
  ],
  'a rule is stricter': ['impact', [person, 'digits, min: 10', 'digits, min: 11']],
  'a name has to be longer': [
    'impact',
    ['aplicacao/contato.form.yaml', 'minLength, length: 3', 'minLength, length: 30'],
  ],
  'a new field is demanded': [
    'impact',
    [
      guideForm,
      'consent:\n',
      '  cidade: { type: text, label: Cidade, maxLength: 80, required: Informe a cidade. }\nconsent:\n',
    ],
  ],
  'an option is gone': [
    'impact',
    ['aplicacao/prioridades.form.yaml', "      - { value: sim, label: 'Sim, é o que procuro' }\n", ''],
  ],
  'a reply is read by another name': ['check', [signUp, 'reply.redirectUrl', 'reply.url']],
  'a way is turned round': ['impact', [signUp, 'when: redirectUrl != null', 'when: redirectUrl == null']],
  'a step is passed over': ['check', [application, 'next: prioridades', 'next: motivacao']],
  'a step asks another form': ['check', [application, 'form: aplicacao-prioridades', 'form: aplicacao-presenca']],
  'a level begins elsewhere': ['impact', [quiz, "VISIVEL: '>= 70'", "VISIVEL: '>= 60'"]],
  'a pillar is computed otherwise': ['impact', [quiz, 'IDENTIDADE: answers[0]', 'IDENTIDADE: answers[0] + 10']],
  'an address no longer has its answers': [
    'check',
    [
      quiz,
      '    query:\n      answers:\n        missing: Informações das respostas não encontradas. Volte para o início.\n        invalid: Formato de respostas inválido. Volte para o início.\n',
      '',
    ],
  ],
  'a source is not sent': ['impact', [guide, '            src: visit.src\n', '']],
  'a value is sent as another': ['check', [application, 'etapa: 2\n', 'etapa: 3\n']],
  // Endings.
  'a checkout link is another': ['impact', ['site.yaml', 'br/workshop-vip', 'br/workshop-vip-2']],
  'a payment is for the other plan': ['impact', [workshopApi, "planType == 'vip' ?", "planType == 'standard' ?"]],
  'an intake redirects nobody': [
    'check',
    [
      workshopApi,
      '    redirect: "{{ planType == \'vip\' ? facts.links.checkout.vip : facts.links.checkout.standard }}"\n',
      '',
    ],
  ],
  'a flow goes on elsewhere': ['impact', [guide, 'to: /parabens-guia-enviado', 'to: /quiz']],
  'a flow goes on to no page': ['check', [guide, 'to: /parabens-guia-enviado', 'to: /parabens-guia']],
  'a parameter is lost': ['impact', [guide, 'nome: firstName(nome), ', '']],
  'an event is not tracked': ['check', [session, 'track: { name: AgendamentoConfirmado', 'track: { name: Agendamento']],
  'a call may fail unseen': [
    'check',
    [application, "      onError: { alert: 'Houve um erro ao salvar seus dados. Por favor, tente novamente.' }\n", ''],
  ],
  'a button leads back': ['impact', [quiz, '        to: obrigado\n', '        to: quiz\n']],
  'a last step leads in a circle': ['check', [consulting, 'next: consultoria', 'next: cadastro']],
  // Of other fields, events and addresses.
  'an option has another value': [
    'impact',
    ['aplicacao/prioridades.form.yaml', "{ value: sim, label: 'Sim, é", "{ value: claro, label: 'Sim, é"],
  ],
  'a question is new': [
    'impact',
    [
      quiz,
      '      - id: engajamento\n',
      '      - id: site\n        question: Você tem um site?\n        options:\n          - { value: 0, label: Não }\n          - { value: 10, label: Sim }\n      - id: engajamento\n',
    ],
    [quiz, 'length: 4', 'length: 5'],
    [quiz, 'percent(sum(answers), 40)', 'percent(sum(answers), 50)'],
    [quizApi, 'length: 4', 'length: 5'],
  ],
  'a button is another': [
    'impact',
    [quiz, '      talk:\n        post:', '      speak:\n        post:'],
    [quiz, 'send: talk', 'send: speak'],
  ],
  'a telephone number is another': ['impact', ['site.yaml', "whatsapp: '5511987654321'", "whatsapp: '5511912345678'"]],
  'an e-mail may not be long': ['impact', [guideForm, 'maxLength: 254', 'maxLength: 12']],
  'a phone is sent without its signs': [
    'impact',
    [person, '    mask: phone-br\n    submitAs: text                     # the phone as it is formatted\n', ''],
  ],
  'a consent is not given beforehand': ['check', [person, '    default: true\n', '']],
  'a flow begins elsewhere': ['impact', [quiz, 'start: inicio', 'start: quiz']],
  'an event has another name': ['impact', [quiz, 'name: DiagnosticoCtaClick', 'name: DiagnosticoClique']],
  'a step of a form is skipped by a condition': [
    'impact',
    [signUp, "facts.offer.workshop.signUp == 'older'", "facts.offer.workshop.signUp == 'current'"],
  ],
};

/** An edit that is more than replacements of texts. */
export type FolderEdit = (folder: string) => void;

const rename =
  (name: string, to: string): FolderEdit =>
  (folder) =>
    void execFileSync(process.execPath, [
      join(import.meta.dirname, '../../server/cli/funnel.mjs'),
      'rename',
      name,
      to,
      folder,
    ]);

const rewritten =
  (file: string, change: (text: string) => string): FolderEdit =>
  (folder) =>
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));

const newFile =
  (file: string, text: string): FolderEdit =>
  (folder) =>
    writeFileSync(join(folder, file), text);

/** By what is edited. */
export const neutralEdits: Readonly<Record<string, readonly (Edit | FolderEdit)[]>> = {
  // Texts.
  'a headline': [
    [quiz, 'title: O seu perfil mostra quem você é na profissão?', 'title: O que o seu perfil diz sobre você?'],
  ],
  'a label': [[person, 'label: Nome completo', 'label: O seu nome']],
  'a placeholder': [[person, 'placeholder: voce@exemplo.com.br', 'placeholder: nome@exemplo.com.br']],
  'an error message': [[person, 'Por favor, informe seu nome completo.', 'Diga o seu nome completo.']],
  'a hint': [[quiz, 'hint: Pense na foto, no nome, na bio e nos destaques.', 'hint: Pense no que se vê primeiro.']],
  'a question': [
    [quiz, 'question: Como as pessoas respondem ao que você publica?', 'question: Quem responde ao que você publica?'],
  ],
  'the label of an option': [[quiz, 'label: Quase nunca publico', 'label: Publico raramente']],
  'a button': [[quiz, 'next: Próxima', 'next: Avançar']],
  'the button of a form': [[quiz, 'submit: Ver meu resultado', 'submit: Abrir o meu resultado']],
  'a toast': [
    [quiz, "text: 'Por favor, selecione uma opção para continuar.'", "text: 'Escolha uma opção para continuar.'"],
  ],
  'a result': [[quiz, 'title: Seu perfil já trabalha a seu favor', 'title: O seu perfil trabalha por você']],
  'a title for search engines': [[quiz, 'title: Perguntas do diagnóstico', 'title: As perguntas do diagnóstico']],
  'an alternative text': [
    [quiz, 'alt: Lupa sobre o perfil de um advogado', 'alt: Uma lupa sobre o perfil de um advogado'],
  ],
  'an e-mail': [['guia/guia.email.yaml', 'preview: O PDF está no botão', 'preview: O seu PDF está no botão']],
  'a document': [['guia/guia.document.yaml', 'title: O teste da primeira impressão', 'title: A primeira impressão']],
  'a text of the workshop': [[signUp, 'title: Lista de espera\n', 'title: A lista de espera\n']],
  // Looks.
  'a colour': [['site.yaml', "accent: '#7D5F2B'", "accent: '#6B4F20'"]],
  'the colour of the browser': [['site.yaml', "browserColor: '#1D1C18'", "browserColor: '#22211C'"]],
  'the radius of corners': [['site.yaml', 'radius: small', 'radius: medium']],
  'the colour of lines': [['site.yaml', "line: '#DCD2C0'", "line: '#DDD3C1'"]],
  // Facts.
  'the order of facts': [
    [
      'site.yaml',
      "    email: contato@perfiletico.com.br\n    whatsapp: '5511987654321'\n",
      "    whatsapp: '5511987654321'\n    email: contato@perfiletico.com.br\n",
    ],
  ],
  'the order of links': [
    [
      'site.yaml',
      '      standard: https://pagamento.perfiletico.com.br/workshop-standard\n      vip: https://pagamento.perfiletico.com.br/workshop-vip\n',
      '      vip: https://pagamento.perfiletico.com.br/workshop-vip\n      standard: https://pagamento.perfiletico.com.br/workshop-standard\n',
    ],
  ],
  'a claimed figure': [['site.yaml', 'satisfaction: 97', 'satisfaction: 98']],
  'a price in texts': [['site.yaml', 'standard:\n        price: 19700', 'standard:\n        price: 18700']],
  'a count in texts': [['site.yaml', 'feedPerWeek: 3', 'feedPerWeek: 4']],
  // What is new.
  'a new page': [
    newFile(
      'geral/novidades.page.yaml',
      'page: novidades\npaths: [/novidades]\ntitle: Novidades do Perfil Ético\ndescription: O que há de novo no Perfil Ético, em poucas palavras, para quem já nos conhece.\nblocks:\n  - { type: text, title: Novidades, body: Em breve. }\n',
    ),
  ],
  'a new flow': [
    newFile(
      'geral/avaliacao.flow.yaml',
      'flow: avaliacao\nstart: pergunta\nsteps:\n  pergunta:\n    path: [/avaliacao]\n    title: Avaliação\n    description: Diga em uma palavra o que achou do Perfil Ético e ajude quem vem depois.\n    show:\n      - { type: text, title: Obrigado, body: Volte sempre. }\n    final: true\npage: diagnostico\n',
    ),
  ],
  'another address of a page': [
    ['legal/termos-de-uso.page.yaml', 'paths: [/termos-de-uso', 'paths: [/termos-de-uso, /termos-do-site'],
  ],
  'a block': [
    [
      quiz,
      '      - type: notice\n        tone: soft\n        title: Feito para quem',
      '      - { type: text, body: Leva poucos minutos. }\n      - type: notice\n        tone: soft\n        title: Feito para quem',
    ],
  ],
  'a scenario': [['guia/guia.scenario.yaml', 'scenario: ', '# The form of the guide.\nscenario: ']],
  // Forms that ask for no more.
  'an optional field': [
    [guideForm, 'consent:\n', '  cidade: { type: text, label: Cidade, maxLength: 80 }\nconsent:\n'],
  ],
  'an optional field in another form': [
    ['aplicacao/contato.form.yaml', 'consent:\n', '  cidade: { type: text, label: Cidade, maxLength: 80 }\nconsent:\n'],
  ],
  'an optional value of an intake': [
    [
      guideApi,
      '    records: guia_leads',
      '      campanha: { type: text, maxLength: 40, optional: true }\n    records: guia_leads',
    ],
  ],
  'one more option': [
    [
      'aplicacao/prioridades.form.yaml',
      '      - { value: presenca, label: Manter uma presença constante }\n',
      '      - { value: presenca, label: Manter uma presença constante }\n      - { value: tempo, label: Ganhar tempo }\n',
    ],
  ],
  'a rule that asks for less': [[person, 'digits, min: 10', 'digits, min: 8']],
  'a longer text': [[guideForm, 'maxLength: 120', 'maxLength: 200']],
  // Renames.
  'a field is renamed': [rename('field:identificacao.wa', 'telefone')],
  'a step is renamed': [
    [quiz, '\n  identificacao:\n    path', '\n  contato:\n    aliases: [identificacao]\n    path'],
    [quiz, 'next: identificacao\n', 'next: contato\n'],
    [quiz, 'at: [identificacao]', 'at: [contato]'],
    ['diagnostico/diagnostico.scenario.yaml', 'screen: identificacao, values', 'screen: contato, values'],
    ['diagnostico/diagnostico.scenario.yaml', 'screen: identificacao, message', 'screen: contato, message'],
    ['diagnostico/diagnostico.scenario.yaml', 'open: identificacao\n', 'open: contato\n'],
    ['diagnostico/diagnostico.scenario.yaml', 'open: identificacao\n', 'open: contato\n'],
  ],
  'a question is renamed': [
    [quiz, '- id: engajamento', '- id: respostas\n        aliases: [engajamento]'],
    ['diagnostico/diagnostico.scenario.yaml', 'screen: quiz.engajamento', 'screen: quiz.respostas'],
  ],
  'a form is renamed': [rename('form:identificacao', 'dados')],
  'an intake is renamed': [rename('intake:lista-de-espera', 'espera-do-workshop')],
  'a page is renamed': [rename('page:termos-de-uso', 'termos')],
  'a file is renamed': [(folder) => renameSync(join(folder, guideForm), join(folder, 'guia/pedido.form.yaml'))],
  // The same in other words.
  'YAML is formatted otherwise': [
    rewritten(quiz, (text) => parseDocument(text).toString({ lineWidth: 60, singleQuote: false, indent: 4 })),
  ],
  'line ends are those of Windows': [rewritten(person, (text) => text.replaceAll('\n', '\r\n'))],
  comments: [[guide, 'flow: guia\n', '# The form of the guide, and what follows.\nflow: guia\n']],
  'the order of keys': [[signUp, 'flow: inscricao\nstart: versao\n', 'start: versao\nflow: inscricao\n']],
  // What nobody meets.
  'a branch that nobody takes': [
    [
      signUp,
      "      - { when: facts.offer.workshop.signUp == 'older', to: antigo }",
      "      - { when: planType == 'vip' && planType == 'standard', to: espera }\n      - { when: facts.offer.workshop.signUp == 'older', to: antigo }",
    ],
  ],
  'a branch with the same end': [
    [
      signUp,
      '      - { when: redirectUrl != null, to: pagamento }\n',
      "      - { when: redirectUrl != null && planType == 'vip', to: pagamento }\n      - { when: redirectUrl != null, to: pagamento }\n",
    ],
  ],
  'how long leads are kept': [[guideApi, 'retention: { days: 731 } ', 'retention: { days: 730 } ']],
};
