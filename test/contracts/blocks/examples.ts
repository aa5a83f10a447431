/** Every block type in its smallest valid form, and with all its properties. */
import type { BlockOf } from '../../../renderer/parts/view.ts';
import type { BlockType } from '../../../schemas/generated/types.ts';

interface Examples<T extends BlockType> {
  readonly minimal: BlockOf<T>;
  readonly full: BlockOf<T>;
}

const tab = { label: 'Termos de uso', to: '/termos-de-uso', newTab: true };

export const examples = {
  'before-after': {
    minimal: {
      type: 'before-after',
      items: [
        {
          name: 'Helena Prado',
          area: 'Direito de família',
          before: { title: 'Antes', handle: '@helenaprado_adv', bio: 'Advogada', alt: 'Perfil sem foto e sem bio.' },
          after: { title: 'Depois', handle: '@dra.helenaprado', bio: 'Família', alt: 'Perfil com foto e bio clara.' },
        },
      ],
    },
    full: {
      type: 'before-after',
      id: 'antes-depois',
      tone: 'soft',
      title: 'O mesmo advogado, outra leitura',
      lead: 'Três perfis redesenhados: mesma pessoa, mesma carreira, outra primeira impressão.',
      items: [
        {
          name: 'Helena Prado',
          area: 'Direito de família · 14 anos de prática',
          before: {
            title: 'Antes',
            handle: '@helenaprado_adv',
            name: 'Helena Prado',
            bio: 'Advogada ⚖️\nMãe, esposa, apaixonada por justiça\nAtendo todas as áreas',
            highlights: ['Viagem', 'Pets', 'Frases'],
            posts: ['Bom dia!', 'Feliz dia do advogado', '', 'Frase do dia', 'Promoção', ''],
            highlight: 'Não se sabe a quem ela atende, nem por que procurá-la.',
            alt: 'Perfil sem foto, com bio genérica, destaques pessoais e publicações sem relação entre si.',
          },
          after: {
            title: 'Depois',
            handle: '@dra.helenaprado',
            name: 'Helena Prado | Família e Sucessões',
            bio: 'Acordos e inventários com discrição\n14 anos de prática em São Paulo\nComece por aqui ↓',
            highlights: ['Como atuo', 'Divórcio', 'Inventário', 'Dúvidas'],
            posts: ['Guarda: o que muda', '', 'Partilha sem briga', 'Três prazos', 'Pacto antenupcial', ''],
            highlight: 'Área, público e próximo passo em uma tela.',
            alt: 'Perfil com retrato, bio clara, destaques por tema e publicações de uma só identidade.',
          },
        },
        {
          name: 'Rafael Monteiro',
          face: 'short',
          area: 'Direito empresarial · 11 anos de prática',
          before: {
            title: 'Antes',
            handle: '@monteiro.advocacia2',
            bio: 'Advocacia e consultoria jurídica em geral',
            posts: ['Juridiquês', '', 'Logo', 'Art. 5º', '', 'Natal'],
            highlight: 'Parece um escritório qualquer, e qualquer escritório se troca.',
            alt: 'Perfil com logotipo, sem pessoa, e artigos de lei nas publicações.',
          },
          after: {
            title: 'Depois',
            handle: '@rafaelmonteiro.adv',
            name: 'Rafael Monteiro | Contratos',
            bio: 'Contratos que evitam processos\nPara empresas de 10 a 200 pessoas\nAgende pelo link ↓',
            highlights: ['Método', 'Contratos', 'Sócios', 'Contato'],
            posts: ['Sócio que sai', 'Cláusula de saída', '', 'Antes de assinar', '', 'Caso comentado'],
            highlight: 'Quem decide na empresa entende em segundos.',
            alt: 'Perfil com retrato, promessa específica e publicações sobre contratos.',
          },
        },
        {
          name: 'Lúcia Andrade',
          area: 'Direito previdenciário · 22 anos de prática',
          before: {
            title: 'Antes',
            handle: '@luciaandrade1968',
            name: 'Lúcia',
            bio: 'Seja bem-vindo ao meu perfil!!!',
            highlights: ['Família'],
            posts: ['Selfie', '', 'INSS URGENTE', 'Bom domingo', '', 'Receita'],
            highlight: 'Vinte e dois anos de prática que ninguém vê.',
            alt: 'Perfil pessoal misturado com avisos em letras grandes.',
          },
          after: {
            title: 'Depois',
            handle: '@dra.luciaandrade',
            name: 'Lúcia Andrade | Previdência',
            bio: 'Aposentadoria sem pressa e sem erro\n22 anos ao lado de quem contribuiu',
            highlights: ['Planejar', 'Revisão', 'Prazos', 'Equipe'],
            posts: ['', 'Quando pedir', 'O que revisar', '', 'Carência', 'Perguntas'],
            highlight: 'A experiência aparece antes da primeira conversa.',
            alt: 'Perfil com retrato, linguagem simples e série de publicações sobre aposentadoria.',
          },
        },
      ],
      note: 'Perfis ilustrativos, desenhados a partir de situações comuns.',
      actions: [{ label: 'Quero esta leitura no meu perfil', to: '#workshop-section', emphasis: 'strong' }],
    },
  },
  cards: {
    minimal: { type: 'cards', layout: 'rows', items: [{ title: 'Presença com critério' }] },
    full: {
      type: 'cards',
      id: 'proposta',
      tone: 'soft',
      eyebrow: 'Proposta de valor',
      title: 'O que muda quando o método é seu',
      lead: 'Três frentes, na ordem em que um cliente as percebe.',
      columns: 3,
      items: [
        {
          icon: 'lens',
          eyebrow: 'Primeiro',
          title: 'Clareza em segundos',
          text: [{ p: 'Quem chega ao seu perfil entende o que você faz, para quem e como falar com você.' }],
          items: ['Bio que orienta', 'Destaques que respondem'],
        },
        {
          icon: 'scale',
          title: 'Dentro da ética',
          text: [{ p: ['Nada que você não ', { b: ['assinaria'] }, ': sem promessa, sem caso exposto.'] }],
          value: 'R$ 497,00',
        },
        {
          icon: 'calendar',
          title: 'Trinta dias em um',
          text: [{ p: 'Uma manhã de gravação rende o conteúdo do mês.' }],
          action: { label: 'Ver o cronograma', to: '#cronograma', emphasis: 'quiet' },
        },
      ],
      note: 'Os resultados dependem da dedicação de cada profissional.',
      actions: [{ label: 'Garantir minha vaga', to: '#workshop-section', emphasis: 'strong' }],
    },
  },
  compare: {
    minimal: {
      type: 'compare',
      left: { title: 'Deixar como está', items: ['O perfil segue mudo'] },
      right: { title: 'Agir', items: ['O perfil começa a falar'] },
    },
    full: {
      type: 'compare',
      id: 'futuro',
      title: 'Daqui a doze meses',
      lead: 'Os dois caminhos começam hoje.',
      left: {
        title: 'Se nada mudar',
        items: [
          'O perfil continua a dizer menos do que você sabe',
          'A indicação segue sendo a única porta',
          'Quem tem menos prática aparece antes',
        ],
        tone: 'danger',
      },
      right: {
        title: 'Se você começar agora',
        items: [
          'Trinta dias de conteúdo prontos em um sábado',
          'Um perfil que responde antes da primeira conversa',
          'Procura de quem já entendeu o seu valor',
        ],
        tone: 'dark',
      },
      note: 'A decisão não é aparecer ou não. É quem conta a sua história.',
      actions: [{ label: 'Garantir minha vaga', to: '#workshop-section', emphasis: 'strong' }],
    },
  },
  conversations: {
    minimal: {
      type: 'conversations',
      items: [
        { title: 'Dra. Marina', alt: 'Mensagem de agradecimento.', messages: [{ from: 'them', text: 'Obrigada!' }] },
      ],
    },
    full: {
      type: 'conversations',
      id: 'conversas',
      tone: 'soft',
      title: 'O que chega depois',
      lead: 'Mensagens como as que alunos contam receber quando o perfil passa a falar por eles.',
      separateLast: true,
      items: [
        {
          title: 'Dra. Marina · Família',
          alt: 'Marina conta que uma cliente chegou já decidida pelo perfil.',
          messages: [
            {
              from: 'them',
              text: 'Bom dia! Uma cliente chegou hoje dizendo que leu meu perfil inteiro antes de marcar.',
              time: '09:12',
            },
            { from: 'me', text: 'Que notícia boa, Marina. Ela perguntou preço?', time: '09:15' },
            { from: 'them', text: 'Nem uma vez. Perguntou quando podia começar.', time: '09:16' },
          ],
        },
        {
          title: 'Dr. Paulo · Trabalhista',
          alt: 'Paulo conta que gravou doze vídeos em uma tarde.',
          messages: [
            { from: 'them', text: 'Gravei doze vídeos na tarde de ontem. Sozinho, no escritório.', time: '18:40' },
            { from: 'me', text: 'Com o roteiro da aula?', time: '18:42' },
            { from: 'them', text: 'Com ele e com o celular na estante 😄', time: '18:42' },
          ],
        },
        {
          title: 'Dra. Célia · Previdenciário',
          alt: 'Célia conta que três consultas vieram da nova bio.',
          messages: [
            { from: 'them', text: 'Três consultas esta semana vindas do link da bio.', time: '11:03' },
            { from: 'me', text: 'Qual destaque elas viram?', time: '11:05' },
            { from: 'them', text: 'O “Como atuo”. As três.', time: '11:09' },
          ],
        },
        {
          title: 'Dr. André · Empresarial',
          alt: 'André conta que um empresário o procurou pelo conteúdo.',
          messages: [
            {
              from: 'them',
              text: 'Um empresário me mandou o próprio post: “é exatamente o meu problema”.',
              time: '15:27',
            },
            { from: 'me', text: 'É para isso que ele existe.', time: '15:30' },
          ],
        },
        {
          title: 'Dra. Sílvia · Sucessões',
          alt: 'Sílvia diz que publicou sem se sentir exposta.',
          messages: [
            { from: 'them', text: 'Eu tinha certeza de que precisaria dançar.', time: '20:11' },
            { from: 'them', text: 'Publiquei cinco vezes este mês e não me senti exposta em nenhuma.', time: '20:12' },
            { from: 'me', text: 'E o que as pessoas responderam?', time: '20:14' },
            { from: 'them', text: 'Que finalmente entenderam o que eu faço.', time: '20:15' },
          ],
        },
      ],
      note: 'Conversas ilustrativas. Resultados não são típicos.',
      actions: [{ label: 'Quero participar', to: '#workshop-section', emphasis: 'strong' }],
    },
  },
  image: {
    minimal: { type: 'image', image: 'guia/assets/capa.svg', alt: '' },
    full: {
      type: 'image',
      id: 'capa',
      image: 'guia/assets/capa.svg',
      alt: 'Capa do guia estratégico.',
      caption: 'O guia tem trinta páginas e uma lista de conferência silenciosa.',
      fallbackImage: 'guia/assets/capa-reserva.svg',
      priority: true,
      width: 'narrow',
      device: 'desktop',
    },
  },
  modules: {
    minimal: { type: 'modules', items: [{ title: 'Preparação' }] },
    full: {
      type: 'modules',
      id: 'conteudo',
      title: 'O que acontece na manhã do workshop',
      lead: 'Quatro módulos que terminam com o conteúdo gravado.',
      items: [
        {
          eyebrow: 'Módulo 1',
          title: 'Posicionamento que se lê rápido',
          text: [{ p: 'A bio, os destaques e a promessa que cabe na ética.' }],
          items: ['Mapa de temas da sua área', 'O que nunca publicar'],
        },
        {
          eyebrow: 'Módulo 2',
          title: 'Estúdio no escritório',
          text: [{ p: 'Luz, som e enquadramento com o que você tem.' }],
        },
        {
          eyebrow: 'Módulo 3',
          title: 'Roteiros que convertem',
          text: [{ p: 'Três estruturas para falar do que você faz.' }],
        },
        {
          eyebrow: 'Módulo 4',
          title: 'Gravação em lote',
          text: [{ p: 'Trinta dias de conteúdo, um atrás do outro.' }],
        },
      ],
      schedule: {
        title: 'A manhã, hora a hora',
        items: [
          { time: '9h – 10h30', title: 'Preparação', text: 'Temas, roteiros e cenário.' },
          { time: '10h30 – 11h', title: 'Pausa para o café' },
          { time: '11h – 13h', title: 'Produção em lote', text: 'Você grava com acompanhamento.' },
        ],
        note: 'Horário de Brasília, ao vivo pelo Zoom.',
      },
      actions: [{ label: 'Garantir minha vaga', to: '#workshop-section', emphasis: 'strong' }],
    },
  },
  portrait: {
    minimal: {
      type: 'portrait',
      title: 'Quem conduz',
      image: 'workshop/assets/mentor.svg',
      alt: 'Retrato ilustrado da mentora.',
    },
    full: {
      type: 'portrait',
      id: 'quem',
      tone: 'dark',
      eyebrow: 'A mentora',
      title: 'Quem conduz o método',
      body: [
        { p: 'Trabalha com marketing desde 2011 e orientou mais de 200 advogados.' },
        { p: 'Começou onde quase todos começam: tentando copiar quem não tinha código de ética a seguir.' },
      ],
      items: ['Método próprio, o Perfil Ético', 'Atendimento pessoal, nunca delegado'],
      quote: '“O seu perfil já fala de você. A pergunta é se diz o que você diria.”',
      image: 'workshop/assets/mentor.svg',
      alt: 'Retrato ilustrado da mentora à mesa de trabalho.',
      caption: 'Ilustração da mentora.',
      actions: [{ label: 'Conhecer o método', to: '#metodo' }],
    },
  },
  testimonials: {
    minimal: {
      type: 'testimonials',
      items: [
        {
          name: 'Marina Couto',
          role: 'Família',
          quote: '“Voltei a gostar do meu perfil.”',
          label: 'Assistir',
          provider: 'youtube',
          videoId: 'abc123',
        },
      ],
    },
    full: {
      type: 'testimonials',
      id: 'depoimentos',
      tone: 'dark',
      title: 'Quem já passou por aqui',
      lead: 'Dois relatos, sem edição de conveniência.',
      items: [
        {
          name: 'Dra. Marina Couto',
          role: 'Direito de família · São Paulo',
          quote: '“Gravei 42 vídeos em duas horas e voltei a gostar do meu perfil.”',
          label: 'Assistir ao relato de Marina',
          provider: 'youtube',
          videoId: 'abc123',
          poster: 'workshop/assets/poster-1.jpg',
        },
        {
          name: 'Dr. Paulo Siqueira',
          role: 'Direito do trabalho · Recife',
          quote: '“Pela primeira vez alguém chegou sabendo o que eu faço.”',
          label: 'Assistir ao relato de Paulo',
          provider: 'vimeo',
          videoId: '987654',
          poster: 'workshop/assets/poster-2.jpg',
        },
      ],
      stats: [
        { value: '200+', label: 'advogados orientados' },
        { value: 'R$ 25 mi', label: 'em contratos de clientes da mentoria' },
        { value: '97%', label: 'de satisfação' },
      ],
      note: 'Números informados pela mentora; resultados não são típicos.',
      actions: [{ label: 'Garantir minha vaga', to: '#workshop-section', emphasis: 'strong' }],
    },
  },
  actions: {
    minimal: { type: 'actions', actions: [{ label: 'Voltar ao início', to: '/' }] },
    full: {
      type: 'actions',
      id: 'acoes',
      align: 'center',
      actions: [
        { label: 'Começar meu diagnóstico', send: 'begin', emphasis: 'strong', busy: 'Preparando…', glowAfter: 5000 },
        { label: 'Falar no WhatsApp', to: 'https://wa.me/5511', newTab: true },
        { label: 'Voltar', to: '/', emphasis: 'quiet' },
      ],
      note: 'Leva quatro minutos e não pede nenhum dado antes das respostas.',
    },
  },
  banner: {
    minimal: { type: 'banner', title: 'Sábado, 3 de maio de 2025' },
    full: {
      type: 'banner',
      id: 'evento',
      title: 'Workshop ao vivo: sábado, 3 de maio de 2025',
      items: ['9h às 13h, horário de Brasília', 'Ao vivo pelo Zoom', '15 advogados por turma'],
      note: 'Com intervalo de 30 minutos para o café.',
      actions: [{ label: 'Garantir minha vaga', to: '#investimento', emphasis: 'strong' }],
    },
  },
  calendar: {
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
  },
  countdown: {
    minimal: {
      type: 'countdown',
      until: '2025-05-03T09:00:00-03:00',
      labels: { days: 'Dias', hours: 'Horas', minutes: 'Min', seconds: 'Seg' },
    },
    full: {
      type: 'countdown',
      id: 'contagem',
      title: 'O workshop começa em',
      until: '2025-05-03T09:00:00-03:00',
      untilText: '3 de maio de 2025, às 9h, horário de Brasília',
      size: 'small',
      labels: { days: 'Dias', hours: 'Horas', minutes: 'Min', seconds: 'Seg' },
      note: 'Depois desse horário, a turma é fechada.',
    },
  },
  faq: {
    minimal: { type: 'faq', items: [{ question: 'Preciso aparecer todos os dias?', answer: [{ p: 'Não.' }] }] },
    full: {
      type: 'faq',
      id: 'faq',
      title: 'Dúvidas de quem chegou até aqui',
      items: [
        {
          question: 'Preciso aparecer todos os dias?',
          answer: [
            { p: 'Não. Em geral, de uma a três publicações por semana bastam.' },
            { ul: ['Constância', 'Clareza'] },
          ],
        },
        {
          question: 'Funciona para a minha área?',
          answer: [{ p: 'Sim. O método parte da sua área e do seu público.' }],
        },
        {
          question: 'Consigo fazer sem equipe?',
          answer: [{ p: [{ b: ['Sim.'] }, ' Há modelos e roteiros prontos.'] }],
        },
        { question: 'A mentora atende pessoalmente?', answer: [{ p: 'Sim, sempre. O atendimento nunca é delegado.' }] },
      ],
    },
  },
  footer: {
    minimal: { type: 'footer' },
    full: {
      type: 'footer',
      id: 'rodape',
      company: 'Perfil Ético Educação Digital Ltda. · CNPJ 48.215.907/0001-36 · São Paulo – SP',
      contact: [
        'Suporte: ',
        { a: ['contato@perfiletico.com.br'], to: 'mailto:contato@perfiletico.com.br' },
        ', dias úteis, das 9h às 18h',
      ],
      disclaimer:
        'Este site não é afiliado a nenhuma rede social. Os resultados apresentados não são típicos e dependem de cada profissional, da sua área e da constância do seu trabalho.',
      links: [
        tab,
        { label: 'Política de privacidade', to: '/politicas-de-privacidade', newTab: true },
        { label: 'Política de reembolso', to: '/politica-de-reembolso' },
      ],
    },
  },
  form: {
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
  },
  header: {
    minimal: { type: 'header' },
    full: {
      type: 'header',
      id: 'topo',
      sticky: true,
      action: { label: 'Garantir vaga', open: 'inscricao', emphasis: 'strong' },
      links: [{ label: 'Sessão Estratégica', to: '#sessao' }, { label: 'Resultados', to: '#resultados' }, tab],
      menu: {
        label: 'Menu',
        links: [
          { label: 'Perfil Ideal', to: '#beneficios' },
          { label: 'Autoridade Digital', to: '#emjogo' },
          { label: 'Método', to: '#metodo' },
          { label: 'Sessão Estratégica', to: '#sessao' },
        ],
      },
    },
  },
  hero: {
    minimal: { type: 'hero', title: 'Diagnóstico de visibilidade' },
    full: {
      type: 'hero',
      id: 'hero',
      eyebrow: 'Diagnóstico gratuito',
      title: ['O que o seu perfil diz da sua advocacia ', { i: ['antes de você dizer'] }],
      lead: 'Em quatro minutos, descubra como um cliente em potencial lê o seu perfil e por onde começar a mudança, dentro da ética da profissão.',
      chips: ['4 perguntas', 'Cerca de 4 minutos', 'Resultado na hora'],
      actions: [
        { label: 'Começar meu diagnóstico', send: 'begin', emphasis: 'strong', busy: 'Preparando…' },
        { label: 'Como funciona', to: '#como', emphasis: 'quiet' },
      ],
      note: 'Mais de 200 advogados já orientados.',
      align: 'start',
      image: 'guia/assets/capa.svg',
      alt: 'Capa do guia estratégico.',
      imageSize: 'small',
      fallbackImage: 'guia/assets/capa-reserva.svg',
    },
  },
  list: {
    minimal: { type: 'list', tone: 'warning', items: [{ text: 'Diagnóstico personalizado' }] },
    full: {
      type: 'list',
      id: 'entregas',
      title: 'O que você leva da sessão',
      marker: 'number',
      columns: 2,
      items: [
        { title: 'Diagnóstico personalizado', text: 'Leitura completa do seu perfil, da bio aos destaques.' },
        { title: 'Plano de ação em PDF', text: 'O que fazer primeiro, o que pode esperar e por quê.' },
        { title: 'Cinco ideias de conteúdo', text: 'Escritas para a sua área e para o seu público.' },
        { title: 'Sete dias de suporte', text: 'Por e-mail, com quem conduziu a sua sessão.' },
      ],
    },
  },
  notice: {
    minimal: { type: 'notice', body: [{ p: 'Vagas limitadas por mês.' }] },
    full: {
      type: 'notice',
      id: 'aviso',
      tone: 'warning',
      title: 'Não é para quem está começando',
      body: [{ p: [{ b: ['Três anos de prática'] }, ' é o mínimo para aproveitar o método.'] }],
    },
  },
  panel: {
    minimal: { type: 'panel', title: 'Sua bio' },
    full: {
      type: 'panel',
      id: 'bio',
      eyebrow: 'Pilar em foco',
      title: 'Identidade: deixe claro quem você atende',
      body: [{ p: 'Quem chega precisa entender, em segundos, a sua área e como falar com você.' }],
      items: [
        'Destaque “Sobre mim” com a sua trajetória',
        'Destaque “Áreas de atuação”',
        'Destaque “Dúvidas frequentes”',
      ],
      marker: 'cross',
      value: 'R$ 197',
      quote: '“Advogada de família em São Paulo · Oriento acordos e inventários com discrição · Agende pelo link”',
    },
  },
  pricing: {
    minimal: {
      type: 'pricing',
      plans: [
        {
          name: 'Consultoria',
          price: 'R$ 197',
          items: ['Sessão individual de 60 minutos'],
          action: { label: 'Agendar', to: '/agendamento' },
        },
      ],
    },
    full: {
      type: 'pricing',
      id: 'investimento',
      title: 'Escolha como quer participar',
      lead: 'As duas opções dão acesso à manhã inteira ao vivo. A VIP acompanha você depois dela.',
      plans: [
        {
          name: 'Standard',
          lead: 'Para quem quer o método e prefere seguir por conta própria.',
          price: 'R$ 97',
          per: 'pagamento único, em até 10 vezes',
          items: ['Quatro horas ao vivo pelo Zoom', 'Caderno de roteiros em PDF', 'Gravação por sete dias'],
          action: { label: 'Garantir minha vaga', open: 'inscricao-standard', emphasis: 'normal' },
        },
        {
          name: 'VIP',
          badge: 'RECOMENDADO',
          lead: 'Para quem quer sair com os trinta dias gravados e revisados.',
          price: 'R$ 197',
          per: 'pagamento único, em até 10 vezes',
          items: [
            'Tudo do Standard',
            'Análise do seu perfil antes do encontro',
            'Gravação por um ano',
            'Grupo de acompanhamento por 30 dias',
          ],
          action: { label: 'Quero acesso VIP', open: 'inscricao-vip', emphasis: 'strong' },
          emphasis: 'strong',
        },
      ],
      bonuses: {
        title: 'Bônus de quem escolhe o VIP',
        lead: 'Entregues na área de membros assim que a inscrição é confirmada.',
        items: [
          {
            title: 'Guia da bio que gera procura',
            text: 'Modelos por área, prontos para adaptar.',
            value: 'R$ 147',
          },
          { title: 'Checklist de stories para 7 dias', text: 'O que mostrar, em que ordem e por quê.', value: 'R$ 97' },
          {
            title: 'E-book: depoimentos dentro da ética',
            text: 'O que a OAB permite e como pedir.',
            value: 'R$ 127',
          },
        ],
        total: ['Somados, valem R$ 371. ', { b: ['Para o VIP, nada a mais.'] }],
      },
      guarantees: [
        {
          title: 'Garantia de sete dias',
          text: [{ p: 'Participou e não era o que esperava? Devolvemos o valor inteiro, sem perguntas.' }],
        },
        {
          title: 'Garantia de aplicação',
          text: [{ p: 'Aplicou por trinta dias e nada mudou? Fazemos com você uma sessão individual de ajuste.' }],
        },
      ],
    },
  },
  progress: {
    minimal: { type: 'progress', label: 'Progresso do diagnóstico' },
    full: {
      type: 'progress',
      id: 'progresso',
      label: 'Progresso do diagnóstico',
      caption: ['Pergunta ', { v: ['$', 'step'] }, ' de ', { v: ['$', 'steps'] }],
      from: 75,
      to: 100,
      after: 500,
    },
  },
  prose: {
    minimal: { type: 'prose', title: 'Termos de uso', sections: [{ title: 'Objeto', body: [{ p: 'Um parágrafo.' }] }] },
    full: {
      type: 'prose',
      id: 'termos',
      title: 'Termos de uso',
      updated: 'Última atualização: 1º de abril de 2025',
      lead: 'Ao usar este site, você concorda com os termos abaixo. Leia com calma; escrevemos para que se entenda.',
      numbered: true,
      contents: 'Nesta página',
      back: { label: 'Voltar ao início', to: '/' },
      sections: [
        {
          id: 'objeto',
          title: 'Objeto e aceitação',
          body: [
            {
              p: 'Estes termos regem o uso do site e dos serviços oferecidos por ele. O acesso implica a aceitação integral das condições aqui descritas, sem prejuízo dos direitos do consumidor.',
            },
            {
              ul: [
                'Serviços de orientação e consultoria',
                'Materiais gratuitos e diagnósticos',
                'Comunicações por e-mail e WhatsApp',
              ],
            },
          ],
        },
        {
          title: 'Cadastro e dados',
          body: [
            {
              p: [
                'Os dados são tratados conforme a ',
                { a: ['política de privacidade'], to: '/politicas-de-privacidade' },
                '.',
              ],
            },
          ],
        },
        {
          title: 'Legislação aplicável',
          body: [{ p: 'Aplica-se a legislação brasileira. Fica eleito o foro da comarca de São Paulo – SP.' }],
        },
      ],
    },
  },
  question: {
    minimal: { type: 'question', next: 'Próxima', previous: 'Anterior', finish: 'Finalizar' },
    full: {
      type: 'question',
      id: 'pergunta',
      next: 'Próxima',
      previous: 'Anterior',
      finish: 'Finalizar',
      busy: 'Processando…',
    },
  },
  score: {
    minimal: { type: 'score', value: ['$', 'score'], label: 'Sua visibilidade', goodFrom: 70, fairFrom: 40 },
    full: {
      type: 'score',
      id: 'nota',
      value: ['$', 'score'],
      label: 'Sua visibilidade',
      goodFrom: 70,
      fairFrom: 40,
      eyebrow: 'Nível intermediário',
      title: 'Há presença, falta direção',
      text: 'O seu perfil já comunica seriedade, mas quem chega ainda não sabe por que deve procurar você.',
      duration: 1500,
    },
  },
  'scroll-top': {
    minimal: { type: 'scroll-top', label: 'Voltar ao topo' },
    full: { type: 'scroll-top', id: 'subir', tone: 'accent', label: 'Voltar ao topo', device: 'both' },
  },
  split: {
    minimal: { type: 'split', main: [{ type: 'text', title: 'Ao lado' }], aside: [{ type: 'stage' }] },
    full: {
      type: 'split',
      id: 'colunas',
      tone: 'soft',
      firstOnPhone: 'aside',
      main: [
        {
          type: 'hero',
          eyebrow: 'Consultoria',
          title: 'Sessão Estratégica Individual',
          lead: 'Sessenta minutos por vídeo, com plano de ação.',
        },
        {
          type: 'list',
          marker: 'check',
          items: [{ text: 'Diagnóstico personalizado' }, { text: 'Plano de ação em PDF' }],
        },
      ],
      aside: [
        {
          type: 'panel',
          title: 'O que acontece depois',
          items: ['Você recebe a confirmação por e-mail', 'Escolhe o horário'],
        },
      ],
    },
  },
  own: {
    minimal: { type: 'own', word: 'prices', root: { tag: 'div', children: [{ literal: 'Em breve' }] } },
    full: {
      type: 'own',
      id: 'precos',
      tone: 'soft',
      word: 'prices',
      root: {
        tag: 'div',
        children: [
          { tag: 'heading', children: [{ text: 'Preços' }] },
          { tag: 'div', children: [{ prose: [{ p: 'Todos os planos têm suporte.' }] }] },
          { tag: 'img', image: 'prices/plans.svg', alt: '' },
          {
            tag: 'table',
            label: 'Planos',
            children: [
              {
                tag: 'tbody',
                children: [
                  {
                    tag: 'tr',
                    children: [
                      {
                        tag: 'th',
                        attributes: { scope: 'row' },
                        children: [{ tag: 'a', to: '/mensal', children: [{ text: 'Mensal' }] }],
                      },
                      { tag: 'td', children: [{ text: [{ b: ['R$ 49'] }] }] },
                    ],
                  },
                ],
              },
            ],
          },
          { tag: 'subheading', children: [{ literal: 'Sem fidelidade' }] },
        ],
      },
    },
  },
  stage: { minimal: { type: 'stage' }, full: { type: 'stage', id: 'palco', tone: 'soft' } },
  stats: {
    minimal: { type: 'stats', items: [{ value: '200+', label: 'advogados orientados' }] },
    full: {
      type: 'stats',
      id: 'numeros',
      title: 'Em números',
      items: [
        { value: '200+', label: 'advogados orientados desde 2011' },
        { value: 'R$ 25 mi', label: 'em contratos de clientes da mentoria' },
        { value: '97%', label: 'de satisfação nas sessões individuais' },
        { value: '+300%', label: 'de contatos qualificados em 90 dias, em média' },
      ],
    },
  },
  steps: {
    minimal: { type: 'steps', items: [{ title: 'Responda' }] },
    full: {
      type: 'steps',
      id: 'como',
      eyebrow: 'Do início ao fim',
      title: 'Como funciona',
      lead: 'Sem cadastro para começar: você responde primeiro e decide depois.',
      items: [
        { title: 'Responda quatro perguntas', text: 'Sobre o que o seu perfil mostra hoje.' },
        { title: 'Receba a sua pontuação', text: 'Com o pilar que mais pede atenção.' },
        { title: 'Comece pelo que importa', text: 'Bio, destaques e pauta para a sua área.' },
      ],
    },
  },
  sticky: {
    minimal: { type: 'sticky', actions: [{ label: 'Agendar Sessão Estratégica', to: '#sessao', emphasis: 'strong' }] },
    full: {
      type: 'sticky',
      id: 'barra',
      tone: 'dark',
      text: 'Sessão individual de 60 minutos, por vídeo',
      actions: [{ label: 'Agendar Sessão Estratégica', open: 'sessao', emphasis: 'strong' }],
      device: 'both',
    },
  },
  text: {
    minimal: { type: 'text', title: 'Página não encontrada' },
    full: {
      type: 'text',
      id: 'dilema',
      eyebrow: 'O dilema',
      title: ['Experiência que ', { i: ['ninguém vê'] }, ' não gera procura'],
      body: [
        {
          p: 'Quem tem anos de prática costuma ser o último a aparecer. Não por falta do que dizer, mas por cuidado: com o sigilo, com a ética e com a própria imagem.',
        },
        { p: ['O método parte desse cuidado. ', { b: ['Nada de dancinha, nada de promessa.'] }] },
        { ul: ['Clareza do que você faz', 'Constância que cabe na rotina'] },
      ],
      align: 'start',
    },
  },
  video: {
    minimal: { type: 'video', label: 'Assistir', provider: 'youtube', videoId: 'dQw4w9WgXcQ' },
    full: {
      type: 'video',
      id: 'historia',
      title: 'A história de quem voltou a ser procurada',
      caption: 'Marina Duarte, advogada de família há 14 anos, conta o que mudou em três meses.',
      label: 'Assistir ao depoimento',
      provider: 'panda',
      videoId: '7f1c2a90-4c1e-4c7b-9a2d-1b0f6a1d2e3f',
      poster: 'historias/assets/poster-1.jpg',
      fallbackSeconds: 451.63,
      unmuteLabel: 'Assistir com som',
      trackPlayback: true,
    },
  },
} as const satisfies { readonly [T in BlockType]: Examples<T> };
