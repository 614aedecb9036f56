(** StableList: q1 is the first quarter of the element space, q2 the second, h2 the second half (5.2; R1 to R7).

    The rest, that is insertion, removal, looking up and so on, is what all lists with partitions do ([Container]). *)
From Lists Require Export Container.

Section StableList.
Context {E : Type}.
Implicit Types s : state E.

(** A space in which no cell is opened. *)
Definition three (q1 q2 h2 : Z) (space : Z) : list partition :=
  [ Partition 0 (space / 4) q1 q1 None;
    Partition (space / 4) (space / 4) q2 q2 None;
    Partition (space / 2) (space / 2) h2 h2 None ].
Definition nothing_opened (_ : parameters) (space : Z) : list partition := three 0 0 0 space.

(** The old q1 and q2 are the new q1, the old h2 is the new q2; all are full. Without memory for it, cells move (R3). *)
Definition doubled_space s : state E :=
  let space := 2 * space_of s in
  let moves := if allocated s <? space then opened_of s else 0 in
  State (options s) (Z.max (allocated s) space) (next_id s) (contents s)
    (three (space / 4) (space / 4) 0 space) (moving moves (spent s)).

(** The old q2, with its free list, becomes h2; the old q1 is split into q1 and q2. Those of its free list below the
    new q1's end stay, in their order; the others are pushed onto the new q2, which reverses them (R5). *)
Definition halved s : state E :=
  match partitions s with
  | [q1; q2; h2] =>
      let half := space_of s / 2 in
      let quarter := half / 4 in
      let entries := free_list (contents s) q1 in
      let stay := filter (fun i => i <? quarter) entries in
      let pushed := rev (filter (fun i => negb (i <? quarter)) entries) in
      let kept := Z.min (opened q1) quarter in
      let cut := Z.max 0 (opened_of s - half) in
      let c := without (contents s) (positions (Z.to_nat cut) half) in
      State (options s) (allocated s) (next_id s) (linked (linked c stay) pushed)
        [ with_free 0 quarter kept stay; with_free quarter quarter (opened q1 - kept) pushed; q2 ]
        (dropping cut (spent s))
  | _ => s
  end.

(** Whether h2 is empty, and the half is a lawful space (R1). *)
Definition can_halve s : bool := (live (top s) =? 0) && may_halve (options s) (space_of s).

(** One step of a removal: each entry of the old q1's list is a visit; [Memory] reallocates at every step (R5, R6). *)
Definition walked s : state E :=
  let entries := match partitions s with q1 :: _ => free_list (contents s) q1 | [] => [] end in
  with_cost (halved s) (visiting (Z.of_nat (length entries)) (spent (halved s))).
Definition halved_by_removal s : state E :=
  match truncate (options s) with Memory => reallocated (walked s) | _ => walked s end.

(** Steps follow each other as long as one is allowed; each halves the space, so the fuel suffices (R4). *)
Fixpoint cascade (halve : state E -> state E) (fuel : nat) s : state E :=
  match fuel with O => s | S n => if can_halve s then cascade halve n (halve s) else s end.
Definition as_far_as_possible (halve : state E -> state E) s : state E :=
  cascade halve (Z.to_nat (Z.log2 (space_of s))) s.

Definition truncated_space s : state E :=
  match truncate (options s) with Never => s | _ => as_far_as_possible halved_by_removal s end.

Definition shrunk_space s : state E := as_far_as_possible halved s.

Definition stable_list : design E := Design nothing_opened doubled_space truncated_space shrunk_space.

End StableList.
