/** All animations of the theme. They are disabled under `prefers-reduced-motion`. */
export const keyframes = {
  // Without a `to`, it ends at the element's own transform.
  fill: { from: { transform: 'scaleX(var(--from,0))' } },
  sweep: { from: { transform: 'rotate(-180deg)' } },
  glow: {
    '0%,100%': { boxShadow: '0 0 0 0 transparent' },
    '50%': { boxShadow: '0 0 0 6px var(--glow)' },
  },
  spin: { to: { transform: 'rotate(1turn)' } },
  breathe: { '50%': { opacity: '.45' } },
  turn: { '0%,75%,100%': { opacity: '.2', transform: 'scale(.8)' }, '4%,25%': { opacity: '1', transform: 'none' } },
  // Visible or hidden for the duration of the animation.
  seen: { '0%,100%': { visibility: 'visible' } },
  unseen: { '0%,100%': { visibility: 'hidden' } },
  leave: { to: { opacity: '0', visibility: 'hidden' } },
  rise: { from: { opacity: '0', transform: 'translateY(8px)' } },
};
