/** Mistakes that authors make with YAML, words, names, texts and expressions, and a word of the correction of each. */

export interface AuthoringMistake {
  readonly mistake: string;
  readonly file: string;
  readonly before: string;
  /** With » at what is wrong. */
  readonly after: string;
  /** What the message or its hint has to contain. */
  readonly fix: RegExp;
  /** The file at whose beginning it is reported, if that is another one. */
  readonly reportedAt?: string;
}

const at =
  (file: string) =>
  (mistake: string, before: string, after: string, fix: RegExp): AuthoringMistake => ({
    ...{ mistake, file, before, after, fix },
  });

const guide = at('guia/guia.flow.yaml');
const form = at('guia/guia.form.yaml');
const intake = at('guia/guia.api.yaml');
const quiz = at('diagnostico/diagnostico.flow.yaml');
const signUp = at('workshop/inscricao.flow.yaml');
const page = at('consultoria/consultoria.page.yaml');
const enrolled = at('agendamento/agendamento.page.yaml');
const site = at('site.yaml');
const title = 'title: Recebemos o seu pedido\n';

export const authoringMistakes: readonly AuthoringMistake[] = [
  // YAML.
  guide('a line is indented too little', '    form: guia\n', '   »form: guia\n', /indent|space/i),
  guide('a tab indents a line', '    form: guia\n', '»\tform: guia\n', /tab/i),
  guide('a space after a colon is missing', 'next: enviado', '»next:enviado', /space/i),
  guide('a no-break space follows a colon', 'next: enviado', '»next:\u00a0enviado', /space/i),
  guide('an apostrophe ends a text in single quotes', title, "title: »'Um copo d'água'\n", /''|double/i),
  guide('a quote is not closed', title, "title: »'Recebemos o seu pedido\n", /at its end/),
  guide(
    'a bracket is not closed',
    'chips: [Gratuito, Leitura de 15 minutos, Com checklist de bônus]',
    'chips: »[Gratuito, Leitura de 15 minutos',
    /\]|bracket/,
  ),
  guide('a text with a colon has no quotes', title, 'title: »Pedido: recebido\n', /quotes/i),
  guide('a text with a number sign has no quotes', title, 'title: Somos o número »#1\n', /quotes/i),
  guide('a second document begins', 'steps:\n', '»---\nsteps:\n', /---|document/),
  guide('a key occurs twice', 'page: guia\n', 'page: guia\n»page: guia\n', /twice|once/i),
  form('a number has a separator', 'min: 10, max: 11,', 'min: 10, max: »11,000,', /11000/),
  page(
    'an item has no dash',
    "      - { label: Resultados, to: '#resultados' }",
    "        »{ label: Resultados, to: '#resultados' }",
    /- |dash/,
  ),
  // Words.
  form('a rule is misspelt', 'rule: required', 'rule: »requierd', /required/),
  form('a type is misspelt', 'type: text\n', 'type: »txet\n', /text/),
  page('a block is misspelt', 'type: header', 'type: »hedder', /header/),
  guide('a key is misspelt', '    delay: 4s\n', '    »dealy: 4s\n', /delay/),
  page('a key of a page is misspelt', 'description:', '»descripton:', /description/),
  form('a demand is written as no', '    maxLength: 20\n', '    maxLength: 20\n    required: »no\n', /false/),
  form(
    'a demand is written as a text',
    '    maxLength: 20\n',
    "    maxLength: 20\n    required: »'true'\n",
    /true|message/,
  ),
  guide('a duration has no unit', 'delay: 4s', 'delay: »4', /4s|ms|s\b/),
  guide('a duration is written in words', 'delay: 4s', 'delay: »4 segundos', /4s|ms|s\b/),
  form('a field has no label', '    label: Nome completo\n', '', /label/),
  intake('a limit is below one', 'retention: { days: 731 }', 'retention: { days: »0 }', /1/),
  // Names.
  guide('a step has a capital letter', 'next: enviado', 'next: »Enviado', /enviado/),
  guide('a form is misspelt', '    form: guia\n', '    form: »gui\n', /guia/),
  guide('a page is misspelt', 'page: guia\n', 'page: »gia\n', /guia/),
  intake('the form of an intake is misspelt', '    form: guia\n', '    form: »gua\n', /guia/),
  intake('a lookup is misspelt', 'lookupBy: email', 'lookupBy: »emial', /email/),
  intake('a deduplication is misspelt', 'by: [email, phone]', 'by: [»emali, phone]', /email/),
  intake('a destination is misspelt', '{ email: correio', '{ email: »coreio', /correio/),
  intake('an e-mail is misspelt', 'template: entrega-do-guia', 'template: »entrega-guia', /entrega-do-guia/),
  form('a mask is misspelt', 'mask: phone-br', 'mask: »fone-br', /phone-br/),
  quiz('a set of questions is misspelt', 'ask: perguntas', 'ask: »pergunta', /perguntas/),
  guide('an address has another name', '- post: /api/ebook-lead', '- post: »/api/ebok-lead', /ebook-lead/),
  page('a link leads to no page', "to: '#sessao'", 'to: »/workshp', /workshop/),
  page('a link leads to no block', "to: '#sessao'", "to: »'#sesao'", /sessao/),
  page('an address belongs to another page', 'paths: [/consultoria]', 'paths: [»/quiz]', /quiz|another|twice/),
  guide('a picture has another ending', 'image: guia/assets/capa.svg', 'image: »guia/assets/capa.png', /capa\.svg/),
  guide(
    'a picture begins with a slash',
    'image: guia/assets/capa.svg',
    'image: »/guia/assets/capa.svg',
    /guia\/assets\/capa\.svg|slash/,
  ),
  guide(
    'a picture has backslashes',
    'image: guia/assets/capa.svg',
    'image: »guia\\assets\\capa.svg',
    /guia\/assets\/capa\.svg/,
  ),
  signUp('a member of a reply is misspelt', 'reply.redirectUrl', '»reply.redirectURL', /redirectUrl/),
  // Expressions.
  guide('a condition says AND', "facts.guide.promise != 'always' &&", "facts.guide.promise != 'always' »AND", /&&/),
  guide(
    'a condition says OR',
    "facts.guide.promise == 'always' || aviso == 'Guia enviado com sucesso!'\n",
    "facts.guide.promise == 'always' »OR aviso == 'Guia enviado com sucesso!'\n",
    /\|\|/,
  ),
  signUp('a comparison has one sign', 'when: redirectUrl != null', 'when: redirectUrl »= null', /==/),
  signUp('a comparison is that of a database', 'when: redirectUrl != null', 'when: redirectUrl »<> null', /!=/),
  quiz('a comparison has a sign of a keyboard', 'when: result.score < 100', 'when: result.score »≤ 100', /<=/),
  guide(
    'a constant is written as in Python',
    "when: facts.guide.promise == 'always' ||",
    'when: facts.guide.promise == »None ||',
    /null/,
  ),
  guide(
    'a text in a condition has no quotes',
    "when: facts.guide.promise == 'always' ||",
    'when: facts.guide.promise == »always ||',
    /'always'|quotes/,
  ),
  guide('a function is misspelt', 'nome: firstName(nome)', 'nome: »firstname(nome)', /firstName/),
  signUp('a filter is misspelt', 'standard.price | brlShort', 'standard.price | »brShort', /brlShort/),
  guide(
    'a fact is misspelt',
    "when: facts.guide.promise == 'always' ||",
    "when: »facts.guide.promisse == 'always' ||",
    /promise/,
  ),
  guide('an answer is misspelt', 'nome: firstName(nome)', 'nome: firstName(»nom)', /nome/),
  quiz(
    'texts are misspelt',
    '{{ texts.levels[result.level].title }}',
    '{{ »texts.level[result.level].title }}',
    /levels/,
  ),
  quiz('a number is compared with a text', 'when: result.score == 100', "when: »result.score == '100'", /number|100/),
  guide('a name is shown as an amount', title, "title: 'Pedido de {{ »nome | brl }}'\n", /number|amount/i),
  quiz('a division is by zero', 'percent(sum(answers), 40)', '»sum(answers) / 0', /0|zero/),
  guide(
    'a condition is a text',
    "when: facts.guide.promise == 'always' || aviso == 'Guia enviado com sucesso!'\n",
    'when: »"\'sim\'"\n',
    /true|condition|yes or no/i,
  ),
  // Texts.
  guide('a text has a tag of HTML', title, 'title: Recebemos »<b>o seu pedido</b>\n', /\*\*|HTML/),
  guide('a text has a line break of HTML', title, 'title: Recebemos»<br>o seu pedido\n', /Remove/),
  guide('a text is a placeholder', title, 'title: »TODO\n', /text|TODO/i),
  guide('a text is in typographic quotes', title, 'title: »“Recebemos o seu pedido”\n', /quote/i),
  guide('a text is empty', title, "title: »''\n", /text|empty|leave/i),
  guide('a text shows a name without braces at its end', title, "title: »'Recebemos, {{ nome '\n", /}}/),
  // What nothing uses.
  site('a fact is left over', 'facts:\n', 'facts:\n  »vagas: 30\n', /facts\.vagas/),
  site('a fact is left over among others', '      price: 19700\n', '      price: 19700\n      »bonus: 9700\n', /bonus/),
  {
    ...guide(
      'a picture is exchanged',
      'image: guia/assets/capa.svg',
      'image: guia/assets/capa-reserva.svg',
      /capa\.svg/,
    ),
    reportedAt: 'guia/assets/capa.svg',
  },
  enrolled(
    'nothing links to a page',
    '# accept page-unlinked: the consultancy sends its clients here after they have enrolled\npaths: [',
    'paths: [»',
    /Link to it.*accept page-unlinked/,
  ),
];
