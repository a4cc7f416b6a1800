import { otherSide, type EventView, type JournalEntry, type MatchView, type ReportAnswer, type Side, type SideView, type TableView } from '../src/shapes';
import { Http } from './http';
import { planned, straightWin } from './plan';

/** An event as its organiser sees it over HTTP. */
export class CollegeEvent {
  private numbers: Map<string, string> | null = null;

  constructor(
    readonly organiser: Http,
    readonly id: string,
  ) {}

  static async make(organiser: Http, name: string, list: string): Promise<CollegeEvent> {
    const { id } = await organiser.post<{ id: string }>('/api/v1/events', { name, rulebook: 'guandan-college' });
    await organiser.need(`/api/v1/events/${id}/entrants`, { method: 'PUT', raw: { bytes: new TextEncoder().encode(list), type: 'text/csv' } });
    return new CollegeEvent(organiser, id);
  }

  path(rest = ''): string {
    return `/api/v1/events/${this.id}${rest}`;
  }

  view(): Promise<EventView> {
    return this.organiser.need<EventView>(this.path());
  }

  tables(): Promise<TableView[]> {
    return this.organiser.need<TableView[]>(this.path('/tables'));
  }

  matches(): Promise<MatchView[]> {
    return this.organiser.need<MatchView[]>(this.path('/matches'));
  }

  match(id: string): Promise<MatchView> {
    return this.organiser.need<MatchView>(`/api/v1/matches/${id}`);
  }

  async draw(seed: string): Promise<MatchView[]> {
    return (await this.organiser.post<{ matches: MatchView[] }>(this.path('/rounds'), { seed })).matches;
  }

  /** The whole journal. */
  async journal(): Promise<JournalEntry[]> {
    const all: JournalEntry[] = [];
    for (;;) {
      const after = all.at(-1)?.n ?? 0;
      const { entries } = await this.organiser.need<{ entries: JournalEntry[] }>(this.path(`/journal?after=${after}`));
      if (entries.length === 0) return all;
      all.push(...entries);
    }
  }

  /** The number (A03) of the pair on a side of a match. */
  async number(match: MatchView, side: Side): Promise<string> {
    if (this.numbers === null) this.numbers = new Map((await this.view()).entrants.map((entrant) => [entrant.id, entrant.number]));
    return this.numbers.get(match.sides[side].entrant) ?? '';
  }

  /** The side that is to win a match by the plan, and what the loser climbs. */
  async plan(match: MatchView): Promise<{ winner: Side; gains: readonly number[] }> {
    const a = await this.number(match, 'A');
    const { winner, gains } = planned(match.phase, a, await this.number(match, 'B'));
    return { winner: winner === a ? 'A' : 'B', gains };
  }

  /** The two captains of a table, with phones that are programs. */
  captains(table: TableView): Record<Side, Captain> {
    return { A: Captain.byLink(this.organiser.base, table.links.A, `t${table.table}a`), B: Captain.byLink(this.organiser.base, table.links.B, `t${table.table}b`) };
  }

  /** Plays a match from its first hand to both sides' agreement. */
  async play(table: TableView): Promise<void> {
    if (table.match === null) throw new Error(`no match at table ${table.table}`);
    const { winner, gains } = await this.plan(table.match);
    const captains = this.captains(table);
    await captains.A.hold();
    await captains.B.hold();
    let view: SideView | undefined;
    for (const [at, finish] of straightWin(winner, gains).entries()) {
      // Hands are reported by turns; every second answer is a report of one's own.
      const side: Side = at % 2 === 0 ? 'A' : 'B';
      await captains[side].report(at + 1, finish);
      const other = captains[otherSide(side)];
      view = undefined;
      if (at % 4 < 2) view = await other.confirm();
      else await other.report(at + 1, finish);
    }
    view = await captains.A.confirm(view);
    await captains.B.confirm(view);
  }

  /** Plays all tables of the round at once and signs the round off. */
  async playRound(except: readonly string[] = []): Promise<void> {
    const tables = await this.tables();
    const open = tables.filter(({ match }) => match !== null && (match.state === 'drawn' || match.state === 'playing') && !except.includes(match.id));
    await Promise.all(open.map((table) => this.play(table)));
    if (except.length === 0) await this.signOff(tables.find(({ match }) => match !== null)!.match!.round);
  }

  async signOff(round: number): Promise<void> {
    await this.organiser.post(this.path(`/rounds/${round}/sign-off`), {});
  }
}

/** A captain whose phone is a program. */
export class Captain {
  constructor(
    readonly http: Http,
    readonly token: string,
    readonly device: string,
  ) {}

  static byLink(base: string, link: string, device: string): Captain {
    return new Captain(new Http(base), link.slice(link.lastIndexOf('/') + 1), `program-${device}`);
  }

  path(what: string): string {
    return `/api/v1/t/${this.token}/${what}`;
  }

  view(): Promise<SideView> {
    return this.http.need<SideView>(`/api/v1/t/${this.token}?device=${this.device}`);
  }

  hold(): Promise<SideView> {
    return this.http.post<SideView>(this.path('hold'), { device: this.device });
  }

  reportBody(number: number, finish: readonly number[], version = 0): Record<string, unknown> {
    return { device: this.device, game: 1, number, version, hand: { finish } };
  }

  report(number: number, finish: readonly number[], key?: string): Promise<ReportAnswer> {
    return this.http.post<ReportAnswer>(this.path('hands'), this.reportBody(number, finish), key);
  }

  /** Agrees to what the other side saw last. */
  async confirm(seen?: SideView): Promise<SideView> {
    const version = (seen ?? (await this.view())).match!.version;
    return (await this.http.post<{ view: SideView }>(this.path('confirm'), { device: this.device, version })).view;
  }
}
