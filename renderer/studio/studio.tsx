/** The staff's application: its rooms and their addresses. */
import { ChakraProvider, defaultSystem } from '@chakra-ui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, redirect } from 'react-router-dom';
import { CallFault, callStudio } from './calls.ts';
import type { FlowMap, FunnelsReply, StudioUser, VisitsReply } from './contract.ts';
import { FunnelRoom } from './FunnelRoom.tsx';
import { Funnels } from './Funnels.tsx';
import { Inspector } from './Inspector.tsx';
import { FirstLoad, Layout, RoomFault } from './Layout.tsx';
import { texts } from './texts.ts';
import { droppedTrace } from './trace-file.tsx';
import { Visits } from './Visits.tsx';
import { loadVisit } from './visit-source.ts';

const router = createBrowserRouter(
  [
    {
      path: '/',
      loader: ({ request }) => callStudio<StudioUser>('/me', undefined, request.signal),
      shouldRevalidate: () => false,
      element: <Layout />,
      errorElement: <RoomFault />,
      hydrateFallbackElement: <FirstLoad />,
      children: [
        {
          errorElement: <RoomFault />,
          children: [
            { index: true, loader: () => redirect('/visits') },
            {
              path: 'funnels',
              loader: ({ request }) => callStudio<FunnelsReply>('/funnels', undefined, request.signal),
              element: <Funnels />,
            },
            {
              path: 'funnels/:flow',
              loader: ({ params, request }) =>
                callStudio<FlowMap>(`/flows/${params['flow']}`, undefined, request.signal),
              element: <FunnelRoom />,
            },
            {
              path: 'visits',
              loader: ({ request }) =>
                callStudio<VisitsReply>(`/visits${new URL(request.url).search}`, undefined, request.signal),
              element: <Visits />,
            },
            {
              path: 'visits/:id',
              loader: ({ params, request }) => loadVisit(callStudio, { id: String(params['id']) }, request.signal),
              element: <Inspector />,
            },
            {
              path: 'trace',
              loader: ({ request }) => {
                const text = droppedTrace();
                return text === null ? redirect('/visits') : loadVisit(callStudio, { text }, request.signal);
              },
              element: <Inspector />,
            },
            {
              path: '*',
              loader: () => {
                throw new CallFault(404, texts.notFound);
              },
              element: null,
            },
          ],
        },
      ],
    },
  ],
  { basename: '/studio' },
);

createRoot(document.getElementById('studio') as HTMLElement).render(
  <StrictMode>
    <ChakraProvider value={defaultSystem}>
      <RouterProvider router={router} />
    </ChakraProvider>
  </StrictMode>,
);
