/** How texts show answers. */
import type { Intake } from '../../../schemas/generated/types.ts';
import type { Type } from '../../expressions/index.ts';
import type { Draft } from '../link/draft.ts';
import { acceptedForms } from '../link/endpoints.ts';
import { labelsOf } from '../types/labels.ts';

/** How texts show what a visitor entered: chosen options by their labels, a day and an amount as the site's locale writes them. */
export function shownAs(draft: Draft, intake: Intake, name: string): Pick<Type, 'labels' | 'day' | 'amount'> {
  const field = acceptedForms(draft, intake)
    .map(({ fields }) => fields[name])
    .find((each) => each !== undefined);
  if (field?.type === 'date') return { day: true };
  if (field?.type === 'currency') return { amount: true };
  const labels = field === undefined ? undefined : labelsOf(field, draft.site.data);
  return labels === undefined ? {} : { labels };
}

/** How the texts of an e-mail show a value: as the answer that its deliveries pass on as it is, under its own or another name. */
export function shownInEmail(draft: Draft, email: string, value: string): Pick<Type, 'labels' | 'day' | 'amount'> {
  const shown = [...draft.posts.values()]
    .flat()
    .flatMap(({ data }) =>
      Object.values(data.deliver ?? {}).flatMap(({ template, values }) =>
        template === email ? [shownAs(draft, data, String(values?.[value] ?? value))] : [],
      ),
    );
  const labels = shown.flatMap((each) => (each.labels === undefined ? [] : [each.labels]));
  if (labels.length > 0) return { labels: Object.assign({}, ...labels) };
  const [first = {}] = shown;
  const isSame = (each: typeof first): boolean => each.day === first.day && each.amount === first.amount;
  return shown.every(isSame) ? first : {};
}
