import { createElement as h } from 'react';
import '../../peer.css';

export default function RootLayout({ children }) {
  return h('html', { lang: 'pt-BR' }, h('body', null, children));
}
