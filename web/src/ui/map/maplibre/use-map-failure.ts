import { useEffect, useState } from 'react';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

/**
 * Throws while rendering, for the boundary around the map, when the library's worker cannot be loaded: then the library
 * draws nothing and reports nothing (MAP-05).
 */
export function useWorkerFailure(): void {
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    let isLeft = false;
    checkWorker().catch((error: Error) => !isLeft && setFailure(error));
    return () => {
      isLeft = true;
    };
  }, []);
  if (failure) throw failure;
}

/** The library loads the same address, so the file comes once. */
async function checkWorker(): Promise<void> {
  const response = await fetch(workerUrl);
  if (!response.ok) throw new Error(`the worker of the map answered ${response.status}`);
}
