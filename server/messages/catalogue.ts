/** What the server itself may say to a visitor. A site puts its own text in place of one by its key in `messages:`. */
import type { SiteFile } from '../../engine/definition.ts';

/** A key that a site can put its own text under: the schema's list. */
type OwnKey = keyof NonNullable<SiteFile['messages']>;

const ptBR = {
  formTooLong: 'Este texto é longo demais.',
  formWrongType: 'Este valor não é válido.',
  formUnknownOption: 'Escolha uma das opções.',
  formBeyondMask: 'Confira este número: há dígitos a mais.',
  invalidValue: 'Este valor não é válido.',
  missingValue: 'Este valor é obrigatório.',
  refused: 'Não foi possível aceitar os dados enviados. Confira e tente novamente.',
  closed: 'Este envio não é mais aceito. Atualize a página para ver o que mudou.',
  conflict: 'Este envio já foi recebido com outros dados. Atualize a página e tente novamente.',
  invalidKey: 'A identificação do envio não é válida. Atualize a página e tente novamente.',
  unknown: 'Não encontramos o que você procura.',
  notFound: 'Este endereço não existe.',
  methodNotAllowed: 'Esta operação não é aceita neste endereço.',
  unsupportedType: 'O formato do envio não é aceito.',
  malformed: 'O envio não pôde ser lido.',
  tooLarge: 'O envio é grande demais.',
  crossSite: 'O envio precisa ser feito a partir deste site.',
  notOwner: 'Estes dados só podem ser alterados no navegador em que foram enviados. Recomece para enviar outros.',
  rateLimited: 'Muitas tentativas em pouco tempo. Aguarde um minuto e tente novamente.',
  restartedTitle: 'Vamos recomeçar esta etapa',
  restartedText: 'Não foi possível retomar a sua visita: ela expirou ou a página mudou. Continue a partir daqui.',
  fullText:
    'A sua visita ficou longa demais para ser retomada. O que foi enviado está guardado. Continue a partir daqui.',
  openTitle: 'Quase lá',
  openText: 'Abra o endereço abaixo para continuar.',
  unavailable: 'O serviço está temporariamente indisponível. Tente novamente em instantes.',
  internal: 'Ocorreu um erro. Tente novamente em instantes.',
} as const satisfies Partial<Record<OwnKey, string>>;

export type ServerMessageKey = keyof typeof ptBR;
export type ServerMessages = Readonly<Record<ServerMessageKey, string>>;

const catalogue: Readonly<Record<string, ServerMessages>> = { 'pt-BR': ptBR };

/** The catalogue in a site's language (pt-BR where there is none), with the site's own texts. */
export function serverMessages(site: Pick<SiteFile, 'locale' | 'messages'>): ServerMessages {
  const texts = catalogue[site.locale] ?? ptBR;
  const own = site.messages ?? {};
  const keys = Object.keys(texts) as ServerMessageKey[];
  return Object.fromEntries(
    keys.map((key) => [key, Object.hasOwn(own, key) ? own[key] : texts[key]]),
  ) as ServerMessages;
}
