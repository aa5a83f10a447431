/** Keys that authors write where they have no place, by the title of the schema that lacks them, with what to write instead. */

const ofQuestions =
  'Questions keep their order, because conditions and jumps read those above. Write shuffle: all at a question, for its options.';
const ofSteps = 'Only a step of a flow calls another flow.';
const ofFunnels = `${ofSteps} \`npx funnel expand\` writes this funnel out as files with steps.`;

const places: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FunnelFile: { shuffle: ofQuestions, call: ofFunnels },
  FunnelQuestion: { call: ofFunnels },
  Question: { call: `${ofSteps} Call it at the step before these questions, or after them.` },
  AskedQuestion: { call: `${ofSteps} Questions are asked before it, or after it.` },
  QuestionSet: { shuffle: ofQuestions },
  TypedQuestions: { shuffle: ofQuestions },
};

/** What to write instead of an unknown key; undefined for a key that belongs nowhere else, either. */
export const elsewhere = (title: unknown, key: string): string | undefined => places[String(title)]?.[key];
