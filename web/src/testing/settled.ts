/** Waits until what opens and slides has arrived; what moves for ever, such as a pulse, is left alone. */
export async function settled(): Promise<void> {
  await document.fonts.ready;
  // What has just been put there begins to move with one of the next frames.
  await nextFrame();
  await nextFrame();
  const ending = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
  // A cancelled animation has come to its end too.
  await Promise.allSettled(ending.map((animation) => animation.finished));
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
