/** Waits until finite animations have ended. Ignores endless animations, such as a pulse. */
export async function settled(): Promise<void> {
  await document.fonts.ready;
  // New elements start their animation within the next frames.
  await nextFrame();
  await nextFrame();
  const ending = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
  // A cancelled animation rejects `finished`, and counts as ended too.
  await Promise.allSettled(ending.map((animation) => animation.finished));
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
