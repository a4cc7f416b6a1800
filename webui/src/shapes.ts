// Names for the shapes of api/openapi.json, from which api-types.ts is generated.
import type { components } from './api-types';

type Schemas = components['schemas'];

export type Lang3 = Schemas['Lang3'];
export type Side = Schemas['Side'];
export type Level = Schemas['Level'];
export type Role = Schemas['Role'];
export type Problem = Schemas['Problem'];
export type RowProblem = Schemas['RowProblem'];
export type Fault = Schemas['Fault'];
export type Hand = Schemas['Hand'];
export type HandForm = Schemas['HandForm'];
export type Incident = Schemas['Incident'];
export type Outcome = Schemas['Outcome'];
export type Next = Schemas['Next'];
export type HandView = Schemas['HandView'];
export type GameView = Schemas['GameView'];
export type ClockView = Schemas['ClockView'];
export type MatchView = Schemas['MatchView'];
export type SideInfo = Schemas['SideInfo'];
export type SideView = Schemas['SideView'];
export type SquadView = Schemas['SquadView'];
export type MeetingTable = Schemas['MeetingTable'];
export type Report = Schemas['Report'];
export type ReportAnswer = Schemas['ReportAnswer'];
export type PenaltyView = Schemas['PenaltyView'];
export type CallView = Schemas['CallView'];
export type EventSummary = Schemas['EventSummary'];
export type EventView = Schemas['EventView'];
export type Entrant = Schemas['Entrant'];
export type RoundView = Schemas['RoundView'];
export type TableView = Schemas['TableView'];
export type StandingsView = Schemas['StandingsView'];
export type StandingsRow = Schemas['StandingsRow'];
export type QueueItem = Schemas['QueueItem'];
export type JournalEntry = Schemas['JournalEntry'];
export type KioskView = Schemas['KioskView'];
export type BackupView = Schemas['BackupView'];
export type PeerView = Schemas['PeerView'];
export type StaffView = Schemas['StaffView'];
export type SettingView = Schemas['SettingView'];
export type RulebookSummary = Schemas['RulebookSummary'];
export type RulebookView = Schemas['RulebookView'];
export type Violation = Schemas['Violation'];
export type Statement = Schemas['Statement'];
export type FoundArticle = Schemas['FoundArticle'];
export type CardAnswer = Schemas['CardAnswer'];
export type CardQuestion = Schemas['CardQuestion'];
export type CardReading = Schemas['CardReading'];
export type CardRuling = Schemas['CardRuling'];
export type PublicView = Schemas['PublicView'];
export type PublicRound = Schemas['PublicRound'];
export type PublicMatch = Schemas['PublicMatch'];
export type PrintNotes = Schemas['PrintNotes'];
export type Verdict = Schemas['Verdict'];
export type SheetGame = Schemas['SheetGame'];
export type Ruling = Schemas['Ruling'];
export type Impact = Schemas['Impact'];
export type Later = Impact['choices'][number];
export type LadderAnswer = Schemas['LadderAnswer'];
export type Ladder = Schemas['Ladder'];
export type LadderTitle = Schemas['LadderTitle'];
export type LadderHolder = Schemas['LadderHolder'];
export type LadderChallenger = Schemas['LadderChallenger'];
export type LadderScore = Schemas['LadderScore'];
export type LadderMove = Schemas['LadderMove'];
export type LadderQuarter = Schemas['LadderQuarter'];
export type EntryRules = Schemas['EntryRules'];
export type PartnerLot = Schemas['PartnerLot'];
export type Value = Schemas['Value'];
export type Person = Schemas['Person'];
export type PlaceView = Schemas['PlaceView'];
export type PicturesView = Schemas['PicturesView'];
export type BracketView = Schemas['BracketView'];
export type BracketMatch = Schemas['BracketMatch'];
export type BracketPlace = Schemas['BracketPlace'];
export type CrossView = Schemas['CrossView'];
export type DrawView = Schemas['DrawView'];
export type DrawnPair = Schemas['DrawnPair'];
export type DrawnSide = Schemas['DrawnSide'];
export type DrawnGroup = Schemas['DrawnGroup'];
export type NextDraw = Schemas['NextDraw'];
export type NextField = Schemas['NextField'];
export type MissingMatch = Schemas['MissingMatch'];

/** The two sides, in the order in which they are shown everywhere. */
export const sides: readonly Side[] = ['A', 'B'];

/** The side of a seat: odd seats are A, even seats B. In every second sitting of a team meeting the sides have changed seats. */
export function sideOfSeat(seat: number, sitting = 0): Side {
  const changed = sitting > 0 && sitting % 2 === 0;
  return (seat % 2 === 1) === changed ? 'B' : 'A';
}

export function otherSide(side: Side): Side {
  return side === 'A' ? 'B' : 'A';
}
