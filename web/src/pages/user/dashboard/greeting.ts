/** 'Good morning, Mia' by the person's own clock. */
export function greetingFor(firstName: string, timeZone: string, now: Date): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  const words = wordsAt(hour);
  return firstName === '' ? words : `${words}, ${firstName}`;
}

/** Before three o'clock a person is still up from the evening. */
function wordsAt(hour: number): string {
  if (hour >= 3 && hour < 12) return 'Good morning';
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening';
}
