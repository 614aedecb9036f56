(** The last partition: where truncation is not allowed to go on, it has a live element, or was never opened (R4). *)
From Lists Require Export Theorems.

Section Tops.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g} {B : bounded_design d g}.
Implicit Types (s : state E) (c : cells E) (ps : list partition).

Notation last ps := (last ps (empty 0 0)).

Lemma last_cons p ps : ps <> [] -> last (p :: ps) = last ps.
Proof. destruct ps; [easy | reflexivity]. Qed.

Lemma tiled_last c a ps : tiled c a ps -> ps <> [] -> exists l b, sound c b (last ps) l /\ a <= b.
Proof.
  induction 1 as [|a p l ps S P T IH]; [easy|]. intros _. destruct ps as [|p' ps].
  - exists l, a. cbn. split; [exact S | lia].
  - destruct IH as (l' & b & S' & L); [easy|]. exists l', b. rewrite last_cons by easy. split; auto.
    pose proof (bounded S). lia.
Qed.

Lemma last_opened c a ps : tiled c a ps -> opened (last ps) <= sum opened ps.
Proof.
  induction 1 as [|a p l ps S P T IH]; [cbn; lia|]. pose proof (bounded S). pose proof (tiled_counts T).
  destruct ps as [|q ps]; [cbn; lia|]. rewrite last_cons by easy. cbn [sum] in *. lia.
Qed.

Lemma sane_top s : sane g s -> exists l b, sound (contents s) b (top s) l /\ 0 <= b.
Proof.
  intros S. apply (tiled_last (tiles S)). intros N. pose proof (sane_space S). unfold space_of in *. rewrite N in *.
  cbn in *. lia.
Qed.

(** An insertion changes nothing of the last partition but its live count, which it may increase. *)
Lemma taken_last c ps : forall i ps', taken c ps = Some (i, ps') ->
  ps' <> [] /\ (last ps' = last ps \/ live (last ps') = live (last ps) + 1).
Proof.
  induction ps as [|p ps IH]; intros i ps'; cbn [taken]; [discriminate|]. destruct (full p).
  - destruct (taken c ps) as [[j rest]|] eqn:K; [|discriminate]. intros [= <- <-].
    destruct (IH j rest eq_refl) as (N & H). assert (ps <> []) by (destruct ps; [discriminate | easy]).
    rewrite !last_cons by auto. split; [easy | exact H].
  - intros [= <- <-]. split; [easy|]. destruct ps as [|q ps]; [right | left; reflexivity]. cbn. unfold filled.
    now destruct (head p).
Qed.

Lemma released_last c i a ps : tiled c a ps -> a <= i < start (last ps) -> last (released ps i) = last ps.
Proof.
  induction 1 as [|a p l ps S P T IH]; [reflexivity|]. intros R. cbn [released]. destruct (begins S) as [G _].
  destruct (Z.ltb_spec i (stop p)) as [I|I]; unfold stop in I.
  - destruct ps as [|q ps]; [cbn in R; lia | reflexivity].
  - destruct ps as [|q ps]; [reflexivity|]. rewrite last_cons in R by easy. rewrite last_cons.
    + rewrite last_cons by easy. apply IH. lia.
    + cbn [released]. destruct (i <? stop q); easy.
Qed.

(** * What holds after every move *)

(** [stuck] says that a space may not become shorter. *)
Context (stuck : parameters -> list partition -> Prop).

Definition settled s : Prop :=
  0 < live (top s) \/ opened (top s) = 0 \/ truncate (options s) = Never \/ stuck (options s) (partitions s).

Record settling_design : Prop := {
  only_sizes : forall o ps ps', map size ps' = map size ps -> stuck o ps -> stuck o ps';
  grown_top : forall s, opened (top (grown d s)) = 0;
  truncated_settled : forall s, sane g s -> settled (truncated d s);
  shrunk_settled : forall s, sane g s -> settled (shrunk d s);
}.
Context (T : settling_design).

Lemma untouched_settled s : sane g s -> opened_of s = 0 -> settled s.
Proof.
  intros S O. right. left. destruct (sane_top S) as (l & b & X & _). pose proof (bounded X).
  pose proof (last_opened (tiles S)). unfold top, opened_of in *. lia.
Qed.

Lemma initial_settled o : lawful o = true -> settled (initial d o).
Proof. intros L. apply untouched_settled; [now apply initial_sane | apply (untouched_opened B)]. Qed.

Lemma move_settled o s ks s' : sane g s -> settled s -> move d o s ks s' -> settled s'.
Proof.
  intros S P M. destruct M; auto.
  - destruct (insert_cases e S) as (s1 & i & ps & W & S1 & O & _ & C & _ & K & ->). fields.
    destruct (taken_some e 0 (tiles S1) K) as (_ & _ & _ & _ & Ez & _), (taken_last _ _ K) as (_ & L).
    destruct (sane_top S1) as (l & b & X & _). pose proof (sound_counts X). unfold settled, top in *. fields.
    destruct L as [-> | ->]; [|left; lia]. destruct W as [-> | [-> _]]; [|right; left; apply (grown_top T)].
    destruct P as [P | [P | [P | P]]]; auto. right. right. right. exact (only_sizes T _ Ez P).
  - destruct (vacated_sane _ S H) as (S1 & _). unfold vacate.
    destruct ((start (top s) <=? i) && (live (top (vacated s i)) =? 0)) eqn:Y; [exact (truncated_settled T S1)|].
    apply andb_false_iff in Y as [Y | Y].
    + apply Z.leb_gt in Y. destruct (tiled_released (i := i) (tiles S)) as (_ & _ & Ez & _).
      { pose proof (sane_inside _ S H) as R. unfold space_of in R. lia. }
      { now exists e, id. }
      unfold settled, top in *. cbn [vacated options partitions]. pose proof (sane_inside _ S H).
      rewrite (released_last (tiles S)) by lia. destruct P as [P | [P | [P | P]]]; auto. right. right. right.
      exact (only_sizes T _ Ez P).
    + apply Z.eqb_neq in Y. destruct (sane_top S1) as (l & b & X & _). pose proof (sound_counts X). left. lia.
  - apply untouched_settled; [now apply clear_sane | apply (untouched_opened B)].
  - unfold with_room. destruct (_ <=? _); auto.
  - pose proof (shrunk_settled T S). unfold shrink_to_fit. destruct (_ <? _); auto.
Qed.

End Tops.
