import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
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
} as const satisfies BlockExamples<'before-after'>;
