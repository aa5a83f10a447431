/** What several pages state is one fact: a change of the fact changes every page, and no page has its own version. */
import { describe, expect, test } from 'vitest';
import { copyFunnels, type Edit, withPixel } from '../harness/funnels-copy.ts';
import { loadFunnels } from '../harness/load-site.ts';

/** Every page and step as text, by id. */
async function textsWith(...edits: Edit[]): Promise<Record<string, string>> {
  const { pages, flows } = await loadFunnels(copyFunnels(edits));
  const all = [...Object.entries(pages), ...Object.entries(flows).map(([id, flow]) => [`${id}.flow`, flow] as const)];
  return Object.fromEntries(all.map(([id, definition]) => [id, JSON.stringify(definition).replaceAll('\u00a0', ' ')]));
}
const holders = (texts: Record<string, string>, pattern: RegExp): string[] =>
  Object.keys(texts).filter((id) => pattern.test(texts[id] as string));

describe('a fact is the same on every page:', () => {
  test('the mentor’s clients', async () => {
    const [asIs, other] = await Promise.all([
      textsWith(),
      textsWith(['site.yaml', '    who: advogados', '    who: profissionais']),
    ]);
    const guided = holders(asIs, /200 advogados|advogados orientados/);
    expect(guided.length).toBeGreaterThanOrEqual(6);
    expect(holders(asIs, /200 profissionais|profissionais orientados/)).toEqual([]);
    expect(holders(other, /200 advogados|advogados orientados/)).toEqual([]);
    expect(holders(other, /200 profissionais|profissionais orientados/)).toEqual(guided);
  });

  test('the bonuses of the VIP package and those of every enrolment', async () => {
    const own = await textsWith(
      ['site.yaml', 'studio: Estúdio no Escritório', 'studio: Estúdio Novo'],
      ['site.yaml', 'bio: Guia da bio', 'bio: Guia Novo'],
    );
    for (const name of [/Estúdio Novo/, /Guia Novo/])
      expect(holders(own, name)).toEqual(expect.arrayContaining(['workshop', 'matricula-efetuada']));
    expect(holders(own, /Estúdio no Escritório|Guia da bio/)).toEqual([]);
  });

  test('the names and booking addresses of the paid and the free session', async () => {
    const own = await textsWith(
      [
        'site.yaml',
        'freeScheduling: https://agenda.perfiletico.com.br/',
        'freeScheduling: https://agenda.perfiletico.com.br/livre-',
      ],
      ['site.yaml', 'name: Sessão de Reputação Digital', 'name: Sessão Livre'],
    );
    expect(holders(own, /livre-/)).toEqual(['agendamento-estrategico']);
    expect(holders(own, /Sessão Livre/).sort()).toEqual(['agendamento-estrategico', 'parabens-guia.flow']);
    expect(holders(own, /[Rr]eputação [Dd]igital gratuita|estratégica gratuita/)).toEqual([]);
  });

  test('the format of a price, except for two that the specification spells out', async () => {
    const texts = await textsWith();
    expect(holders(texts, /R\$\s?197,00/)).toEqual(['aguardando-pagamento']);
    const unspaced = Object.values(texts).flatMap((text) => text.match(/[^"]{0,30}R\$\d[^"]*/g) ?? []);
    expect(new Set(unspaced.map((text) => text.replace(/^'|'$/g, '')))).toEqual(
      new Set(['Agendar Sessão Privada – R$197']),
    );
  });
});

describe('the cookie policy follows the definition', () => {
  test('and describes the pixel if there is one', async () => {
    const [without, pixel] = await Promise.all([textsWith(), textsWith(withPixel)]);
    expect(without['politicas-de-cookies']).toContain('Este site não carrega o pixel');
    expect(pixel['politicas-de-cookies']).not.toContain('Este site não carrega o pixel');
    expect(pixel['politicas-de-cookies']).toContain('o pixel de uma plataforma de anúncios, que mede anúncios');
  });

  test('and promises no choice about cookies, nor one that lasts a year', async () => {
    const { 'politicas-de-cookies': cookies } = await textsWith();
    expect(cookies).not.toMatch(/sua escolha sobre cookies|doze meses|perguntamos antes/);
    expect(cookies).toContain('30 dias');
  });
});
