/** How full a slot is: "booked/total of 0.8 or more high, 0.5 or more medium, lower low" (section 4). */
export type Fill = 'high' | 'medium' | 'low';

export function fillOf(bookedCount: number, total: number): Fill {
  const share = total === 0 ? 1 : bookedCount / total;
  if (share >= 0.8) return 'high';
  return share >= 0.5 ? 'medium' : 'low';
}
