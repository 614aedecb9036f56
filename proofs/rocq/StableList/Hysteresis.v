(** With hysteresis, mode [Memory] moves at most three cells for each insertion (R6).

    Insertions pay for twice the cells that are moved and for a potential: the allocated memory, and six cells for each
    live element in the upper half of it. So a doubling, and the reallocation after a cascade, are paid in advance. *)
From Lists Require Import Theorems.
From Lists.StableList Require Import Invariant Mended.

Section Hysteresis.
Context {E : Type}.
Implicit Types (s : state E) (ks : list key).

Lemma walked_cascade s : sane quarters s -> let after := as_far_as_possible walked s in
  shortened quarters s after /\ allocated after = allocated s /\ moved (spent after) = moved (spent s).
Proof.
  intros S. split; [now apply as_far_as_possible_spec; [apply walked_halves|]|].
  apply (cascade_ind (fun s' => allocated s' = allocated s /\ moved (spent s') = moved (spent s))); auto.
  intros s' [<- <-] _. split; apply (halved_fields s').
Qed.

Lemma mended_sane s : sane quarters s -> shortened quarters s (mended_truncation s).
Proof.
  intros S. unfold mended_truncation. destruct (truncate (options s)) eqn:M; try now apply truncated_spec.
  destruct (walked_cascade S) as ([S' K N _] & A & _). set (after := as_far_as_possible walked s) in *.
  destruct (Z.leb_spec (4 * space_of after) (allocated after)); [|now split]. split; [|exact K | | easy].
  - destruct S'. constructor; auto. exists 1. unfold with_twice_the_space, space_of. fields. lia.
  - unfold with_twice_the_space. count.
Qed.

Lemma mended_sound : sound_design (E := E) mended_list quarters.
Proof. apply quarters_sound, mended_sane. Qed.

Existing Instance mended_sound.

(** * What insertions pay for *)

Definition afforded (first : Z) s ks : Prop :=
  truncate (options s) = Memory /\ (allocated s = space_of s \/ allocated s = 2 * space_of s) /\
  2 * moved (spent s) + allocated s + Z.max 0 (6 * live_of s - 3 * allocated s) <= 6 * Z.of_nat (length ks) + first.

Lemma move_afforded first o s before ks s' : sane quarters s -> o <> Shrink_to_fit -> (forall n, o <> Reserve n) ->
  afforded first s before -> move mended_list o s ks s' -> afforded first s' (before ++ ks).
Proof.
  intros S X Y (M & R & P) Mv. unfold afforded. rewrite app_length, Nat2Z.inj_add. pose proof (move_sane Mv S) as S'.
  destruct Mv; try congruence; try (fields; split; [exact M | count]).
  - destruct (insert_sane e S) as (_ & -> & _ & -> & _ & [(-> & -> & ->) | (F & -> & -> & ->)]); (split; [exact M|]);
      [count|]. fields. destruct (Z.ltb_spec (allocated s) (2 * space_of s)); count.
  - destruct (vacated_sane _ S H) as (S1 & L & _ & Zv), (vacate_sane _ S H) as (_ & -> & _ & -> & _).
    split; [exact M|]. destruct (vacate_cases i S H) as [_ [[-> _] | [-> _]]]; [rewrite Zv; count|].
    cbn [mended_list truncated]. unfold mended_truncation. replace (truncate (options (vacated s i))) with Memory.
    destruct (walked_cascade S1) as ([S3 K3 N3 _] & A3 & M3). rewrite <- L, <- (keeps_live S1 S3 K3) in *.
    set (after := as_far_as_possible walked (vacated s i)) in *. cbn [vacated allocated spent removing moved] in *.
    destruct (Z.leb_spec (4 * space_of after) (allocated after)).
    + unfold with_twice_the_space. count.
    + pose proof (sane_counts S3). destruct (doubling S3) as (n & N0 & D). rewrite A3, M3 in *. split; [|lia].
      assert (n = 0 \/ n = 1) as [-> | ->]; [|lia..]. destruct (Z_lt_le_dec n 2); [lia|]. exfalso.
      assert (2 ^ 2 <= 2 ^ n) by (apply Z.pow_le_mono_r; lia). nia.
  - destruct (clear_sane S) as (_ & O & B & _).
    assert (allocated (clear mended_list s) = space_of (clear mended_list s)) as A.
    { unfold clear. rewrite M. reflexivity. }
    rewrite A. change (moved (spent (clear mended_list s))) with (moved (spent s)). split; [exact M | count].
Qed.

End Hysteresis.
