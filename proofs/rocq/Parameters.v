(** The options of a list, and the rounding that makes them lawful (R1, R6, R8, R9).

    A width is a number of bits, or [None] for an unbounded range. Narrow widths are not a special case. *)
From Coq Require Export ZArith List Bool.
Export ListNotations.
Open Scope Z_scope.

Inductive truncation := Never | Iteration | Memory.

Record parameters := Parameters {
  minimum : Z;
  capacity : Z;
  truncate : truncation;
  id_bits : option Z;
  index_bits : option Z;
  maximum : option Z;
}.

(** The smallest lawful element space of at least so many cells: a multiple of 4. *)
Definition round_up (length : Z) : Z := Z.max 4 ((length + 3) / 4 * 4).

Definition least_space (p : parameters) : Z := round_up (minimum p).
Definition initial_space (p : parameters) : Z := Z.max (least_space p) (round_up (capacity p)).

(** How many numbers so many bits can name. *)
Definition count_of (bits : option Z) : option Z := option_map (fun b => 2 ^ b) bits.

Definition within (number : Z) (bound : option Z) : bool :=
  match bound with None => true | Some b => number <? b end.

Definition fits (width number : Z) : bool := (0 <=? number) && (number <? 2 ^ width).

(** Whether an index can name a position, and whether the user allows so many elements (R9). *)
Definition indexable (p : parameters) (position : Z) : bool := within position (count_of (index_bits p)).
Definition holds (p : parameters) (live : Z) : bool :=
  match maximum p with None => true | Some m => live <=? m end.

(** The id of the insertion with this number, counted from 0, and the id that follows another (R8). *)
Definition reduced (p : parameters) (number : Z) : Z :=
  match count_of (id_bits p) with None => number | Some period => number mod period end.
Definition following (p : parameters) (id : Z) : Z := reduced p (id + 1).

(** After so many insertions, ids start over; unbounded ones have no period. *)
Definition has_period (o : parameters) (period : Z) : Prop := count_of (id_bits o) = Some period.

(** Insertion n is whole periods before insertion m: one at least. *)
Definition periods_before (o : parameters) (n m : Z) : Prop :=
  exists period times, has_period o period /\ 0 < times /\ m = n + times * period.

(** Whether R1 allows the half of a space. *)
Definition may_halve (p : parameters) (space : Z) : bool :=
  (space mod 2 =? 0) && (least_space p <=? space / 2) && ((space / 2) mod 4 =? 0).

Definition at_least (least : Z) (option : option Z) : bool :=
  match option with None => true | Some n => least <=? n end.

(** Whether a list can have these parameters. *)
Definition lawful (p : parameters) : bool :=
  (0 <=? minimum p) && (0 <=? capacity p) && at_least 1 (maximum p) && at_least 1 (id_bits p)
  && at_least 2 (index_bits p) && indexable p (initial_space p - 1).

(** A space doubled until it has room; the fuel suffices, as [reserve_makes_room] shows. *)
Fixpoint doubled (fuel : nat) (space wanted : Z) : Z :=
  match fuel with O => space | S n => if space <? wanted then doubled n (2 * space) wanted else space end.
