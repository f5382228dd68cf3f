// Ten thousand moving markers for the benchmark of our own script's cost per frame. No account of the portal has so
// many devices in a view. Only the development server serves this page, and the benchmark opens the page.
import { KitProvider } from '#ui/kit-provider.tsx';
import type { LiveMarker } from '#ui/map/map.types.ts';
import { MapView } from '#ui/map/map-view.tsx';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const COUNT = 10_000;
const STEP_MS = 1_000;
const GLIDE_MS = 1_500;
const centre = { lng: 151.1, lat: -33.85 };

/** Spreads the markers over a city, each with its own course. */
function crowdAt(step: number): LiveMarker[] {
  return Array.from({ length: COUNT }, (_, n) => ({
    id: `Trace_${n}`,
    label: `Trace_${n}`,
    lng: centre.lng + ((n * 7_919) % 10_007) / 25_000 - 0.2 + Math.sin(step / 7 + n) / 500,
    lat: centre.lat + ((n * 104_729) % 10_009) / 33_000 - 0.15 + Math.cos(step / 5 + n) / 500,
    glideMs: GLIDE_MS,
  }));
}

function Crowd() {
  const [live, setLive] = useState(() => crowdAt(0));
  useEffect(() => {
    let step = 0;
    const timer = setInterval(() => {
      step += 1;
      setLive(crowdAt(step));
    }, STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <main style={{ height: '100vh' }}>
      <MapView
        config={{ provider: 'none-outside' }}
        theme="light"
        label="A crowd"
        live={live}
        centre={centre}
        zoom={11}
      />
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <KitProvider>
    <Crowd />
  </KitProvider>,
);
