/** The engine's own texts that a visitor may read or hear on a page. A site overrides them by key in `messages:`. */
import type { SiteFile } from '../../schemas/generated/types.ts';

/** A key that a site can put its own text under: the schema's list. */
type OwnKey = keyof NonNullable<SiteFile['messages']>;

const ptBR = {
  newTab: '(abre em nova aba)',
  open: 'Abrir o endereço',
  skip: 'Ir para o conteúdo',
  notifications: 'Notificações (F8)',
  close: 'Fechar',
  back: 'Voltar à página',
  loading: 'Carregando…',
  failed: 'Erro',
  offline: 'Parece que você está sem conexão. O que você preencheu continua aqui; tente de novo em instantes.',
  wait: 'Ainda sem resposta',
  slow: 'A conexão está lenta ou caiu. O que você preencheu continua aqui.',
  broken: 'Algo deu errado. O que você preencheu continua aqui; tente de novo em instantes.',
  retrying: 'Tentando de novo…',
  menu: 'Links do site',
  previous: 'Anterior',
  next: 'Próximo',
  show: 'Mostrar o item',
} as const satisfies Partial<Record<OwnKey, string>>;

export type MessageKey = keyof typeof ptBR;
export type Messages = Readonly<Record<MessageKey, string>>;

const catalogue: Readonly<Record<string, Messages>> = { 'pt-BR': ptBR };

/** The catalogue of a locale (pt-BR where there is none), with a site's own texts in place of those of the same key. */
export function messagesFor(locale: string, own: Readonly<Partial<Record<MessageKey, string>>> = {}): Messages {
  const texts: Messages = catalogue[locale] ?? ptBR;
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, own[key as MessageKey] ?? text]),
  ) as Messages;
}
