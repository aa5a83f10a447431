/** Paths of the site's pages, for a direct visit to each. */
import { identificationOf } from './diagnostic.ts';

/**
 * The paths of all pages except those that show a stored result.
 * @param stories the query of the success stories, such as `?delay=0`, which shows their offer at once
 */
export const pagePaths = (stories = ''): string[] => [
  '/',
  '/workshop',
  '/matricula-efetuada',
  '/aguardando-pagamento',
  '/consultoria',
  '/agendamento',
  '/agendamento-estrategico',
  '/baixar-ebook',
  '/baixar-guia-estrategico',
  '/parabens-guia-enviado?nome=Ana',
  `/historias-de-sucesso-helena${stories}`,
  `/historias-de-sucesso-rafael${stories}`,
  '/form-aplicacao',
  '/aplicacao-enviada',
  '/diagnostico',
  '/quiz',
  identificationOf([10, 5, 10, 0]),
  '/termos-de-uso',
  '/politicas-de-privacidade',
  '/politicas-de-cookies',
  '/politica-de-reembolso',
  '/nao-existe',
];
