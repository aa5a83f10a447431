/** Who is told by name to leave a hidden page out; the other search engines take theirs from these. */
export const crawlers = ['googlebot', 'bingbot'] as const;
