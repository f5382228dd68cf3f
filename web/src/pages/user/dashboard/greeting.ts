/** 'Good morning, Mia' by the person's own clock. */
export function greetingFor(firstName: string, timeZone: string, now: Date): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  const words = wordsAt(hour);
  return firstName === '' ? words : `${words}, ${firstName}`;
}

function wordsAt(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good morning';
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening';
}
