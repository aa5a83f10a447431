/** What files in `extensions/` import as `funnel-engine/extensions`. Browsers fetch it with a site's rules and functions, so it contains no other code. */

export const defineRule = (rule) => rule;
export const defineConnector = (connector) => connector;
export const defineBlock = (block) => block;
export const defineFunction = (definition) => definition;
export const defineField = (field) => field;
